#include "forest/matcher.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "forest/side_finder.h"

namespace laconic {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

// A rule that applies at the node at hand.
struct candidate {
  uint32_t index;  // which index; one more than the last for made rules
  uint32_t rule;   // in it; for made rules, which of the node's
  uint32_t side;
  uint32_t program;
};

class matching {
 public:
  matching(std::span<const rule_index* const> indexes, const source_tree& tree,
           const made_rules& made)
      : indexes_(indexes), tree_(tree), made_(made, tree.size()), finder_(tree) {
    int32_t first = 0;
    for (const rule_index* index : indexes) {
      first_rules_.push_back(first);
      first += static_cast<int32_t>(index->rules());
    }
    node_vertices_.resize(at(tree.size()));
    whole_.tokens = tree.tokens();
  }

  forest run(int32_t root_label) {
    for (const int32_t node : tree_.postorder) {
      const auto first_vertex = static_cast<int32_t>(whole_.vertices());
      node_vertices_[at(node)] = {first_vertex, first_vertex};
      find_candidates(node);
      for (size_t first = 0, next; first < candidates_.size(); first = next) {
        next = first + 1;
        while (next < candidates_.size() && are_equal(candidates_[first], candidates_[next])) {
          ++next;
        }
        add_edge(node, {candidates_.data() + first, candidates_.data() + next});
      }
    }
    whole_.root = find_vertex(0, root_label);
    std::vector<uint32_t> kept;
    return cut(whole_, {}, kept);
  }

 private:
  void find_candidates(int32_t node) {
    candidates_.clear();
    sides_.clear();
    finder_.clear();
    made_here_ = made_[node];
    for (uint32_t index = 0; index < indexes_.size(); ++index) {
      finder_.find(*indexes_[index], node, [&](const found_side& side) { add_side(index, side); });
    }
    const auto made = static_cast<uint32_t>(indexes_.size());
    for (uint32_t rule = 0; rule < made_here_.size(); ++rule)
      candidates_.push_back({made, rule, 0, 0});
    std::sort(candidates_.begin(), candidates_.end(),
              [this](const candidate& one, const candidate& other) {
                if (one.index == other.index) return one.rule < other.rule;
                const int order = text(one).compare(text(other));
                return order != 0 ? order < 0 : one.index < other.index;
              });
  }

  std::string_view text(const candidate& rule) const {
    return rule.index < indexes_.size() ? indexes_[rule.index]->text(rule.rule)
                                        : made_here_[rule.rule].text;
  }
  bool are_equal(const candidate& one, const candidate& other) const {
    return one.index != other.index && text(one) == text(other);
  }

  void add_side(uint32_t index, const found_side& side) {
    const rule_index& rules = *indexes_[index];
    const auto number = static_cast<uint32_t>(sides_.size());
    uint32_t place = rules.first_programs[side.state];
    while (place < rules.first_programs[side.state + 1]) {
      const uint32_t start = place;
      candidates_.push_back({index, rules.read_program(place).rule, number, start});
    }
    sides_.push_back(side);
  }

  int32_t find_vertex(int32_t node, int32_t label) const {
    const auto [first, last] = node_vertices_[at(node)];
    for (int32_t vertex = first; vertex < last; ++vertex) {
      if (whole_.vertex_labels[at(vertex)] == label) return vertex;
    }
    return -1;
  }

  int32_t make_vertex(int32_t node, int32_t label) {
    const int32_t found = find_vertex(node, label);
    if (found >= 0) return found;
    whole_.vertex_nodes.push_back(node);
    whole_.vertex_labels.push_back(label);
    return node_vertices_[at(node)].last++;
  }

  // What an edge will be, until it is certain that all its tails can be finished.
  struct draft {
    int32_t head_label;
    std::vector<int32_t> tails, yield;
    std::vector<token_span> deletions;
    int32_t covered;
  };

  // The same rule, perhaps from several places.
  void add_edge(int32_t node, std::span<const candidate> same) {
    const candidate& first = same.front();
    draft_.tails.clear();
    draft_.yield.clear();
    draft_.deletions.clear();
    draft_.covered = 0;
    const bool finished = first.index < indexes_.size()
                              ? apply(program_of(first), sides_[first.side])
                              : apply(node, made_here_[first.rule]);
    if (!finished) return;
    int32_t rule = -1, made = -1;
    uint8_t origin = 0;
    for (const candidate& each : same) {
      if (each.index == indexes_.size()) {
        made = made_here_[each.rule].number;
        origin |= static_cast<uint8_t>(made_here_[each.rule].origin);
      } else {
        if (rule < 0) rule = first_rules_[each.index] + static_cast<int32_t>(each.rule);
        origin |= program_of(each).origin;
      }
    }
    whole_.heads.push_back(make_vertex(node, draft_.head_label));
    whole_.tails.add_row(draft_.tails);
    whole_.yields.add_row(draft_.yield);
    whole_.deletions.add_row(draft_.deletions);
    whole_.covered.push_back(draft_.covered);
    whole_.rules.push_back(rule);
    whole_.made.push_back(made);
    whole_.origins.push_back(origin);
  }

  rule_program program_of(const candidate& one) const {
    uint32_t place = one.program;
    return indexes_[one.index]->read_program(place);
  }

  bool add_tail(int32_t node, int32_t label) {
    const int32_t tail = find_vertex(node, label);
    if (tail < 0) return false;
    draft_.yield.push_back(-1 - static_cast<int32_t>(draft_.tails.size()));
    draft_.tails.push_back(tail);
    return true;
  }

  void delete_tokens(int32_t start, int32_t stop) {
    draft_.deletions.push_back({start, stop});
    draft_.covered += stop - start;
  }

  bool apply(const rule_program& program, const found_side& side) {
    const int32_t* const variables = finder_.variables_of(side);
    const int32_t* const words = finder_.words_of(side);
    is_kept_.assign(side.variables + side.words, false);
    draft_.head_label = program.head_label;
    for (size_t item = 0; item < program.items.size(); item += 2) {
      const int32_t label = program.items[item], value = program.items[item + 1];
      if (label == new_word_item) {
        draft_.yield.push_back(new_word(value));
        continue;
      }
      const bool is_word = label == source_word_item;
      if (at(value) >= (is_word ? side.words : side.variables)) {
        throw std::invalid_argument("a rule names a part that its source side does not have");
      }
      const size_t part = is_word ? side.variables + at(value) : at(value);
      if (is_kept_[part]) throw std::invalid_argument("a rule keeps a part twice");
      is_kept_[part] = true;
      if (is_word) {
        draft_.yield.push_back(words[value]);
        ++draft_.covered;
      } else if (!add_tail(variables[value], label)) {
        return false;
      }
    }
    for (uint32_t variable = 0; variable < side.variables; ++variable) {
      if (is_kept_[variable]) continue;
      const size_t node = at(variables[variable]);
      delete_tokens(tree_.starts[node], tree_.stops[node]);
    }
    for (uint32_t word = 0; word < side.words; ++word) {
      if (!is_kept_[side.variables + word]) delete_tokens(words[word], words[word] + 1);
    }
    std::sort(
        draft_.deletions.begin(), draft_.deletions.end(),
        [](const token_span& one, const token_span& other) { return one.start < other.start; });
    return true;
  }

  bool apply(int32_t node, const made_rule& rule) {
    draft_.head_label = tree_.labels[at(node)];
    if (tree_.is_preterminal(node)) {
      if (rule.form != keep_word) throw std::invalid_argument("a word has no children to keep");
      draft_.yield.push_back(tree_.starts[at(node)]);
      draft_.covered = 1;
      return true;
    }
    size_t next = 0;
    int32_t place = 0;
    for (int32_t child = node + 1; child < tree_.ends[at(node)]; child = tree_.ends[at(child)]) {
      if (next < rule.kept.size() && rule.kept[next] == place) {
        if (!add_tail(child, tree_.labels[at(child)])) return false;
        if (rule.form == keep_alone) draft_.head_label = tree_.labels[at(child)];
        ++next;
      } else {
        delete_tokens(tree_.starts[at(child)], tree_.stops[at(child)]);
      }
      ++place;
    }
    if (next != rule.kept.size() || next == 0) {
      throw std::invalid_argument("a made rule keeps children that are not there");
    }
    return true;
  }

  int32_t new_word(int32_t id) {
    const auto [found, is_new] = new_words_.try_emplace(id, whole_.words());
    if (is_new) whole_.new_words.push_back(id);
    return found->second;
  }

  struct vertex_range {
    int32_t first, last;
  };

  std::span<const rule_index* const> indexes_;
  const source_tree& tree_;
  made_reader made_;
  std::vector<int32_t> first_rules_;
  std::vector<vertex_range> node_vertices_;
  forest whole_;
  std::unordered_map<int32_t, int32_t> new_words_;

  std::span<const made_rule> made_here_;
  side_finder finder_;
  std::vector<candidate> candidates_;
  std::vector<found_side> sides_;
  std::vector<bool> is_kept_;
  draft draft_;
};

}  // namespace

forest match(std::span<const rule_index* const> indexes, const source_tree& tree,
             const made_rules& made, int32_t root_label) {
  return matching(indexes, tree, made).run(root_label);
}

}  // namespace laconic
