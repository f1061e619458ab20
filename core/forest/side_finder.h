// Which source sides of an index stand at a node of a tree: one walk through the trie.
//
// The trie and the tree are read in step, both in pre-order. At a node of the tree two symbols fit:
// its label as a variable, or what it is; so a walk may split in two at each node.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "forest/rule_index.h"
#include "forest/source_tree.h"

namespace laconic {

// A source side that was found: its state in the trie, and where its variables' nodes and its words'
// tokens are among the finder's values.
struct found_side {
  uint32_t state;
  uint32_t first_variable, variables, first_word, words;
};

class side_finder {
 public:
  explicit side_finder(const source_tree& tree) : tree_(tree) {}

  void clear() { values_.clear(); }
  const int32_t* variables_of(const found_side& side) const {
    return values_.data() + side.first_variable;
  }
  const int32_t* words_of(const found_side& side) const { return values_.data() + side.first_word; }

  // Calls `found` with each source side at a node.
  template <class Found>
  void find(const rule_index& rules, int32_t node, Found found) {
    trail_.assign(1, {0, false, 0});
    steps_.clear();
    go_on(rules, 0, node, 0, false);
    while (!steps_.empty()) {
      const step here = steps_.back();
      steps_.pop_back();
      if (rules.is_whole(here.state)) {
        found(describe(here));
      } else if (here.place < tree_.ends[at(node)]) {
        go_on(rules, here.state, here.place, here.trail, true);
      }
    }
  }

 private:
  struct step {
    uint32_t state;
    int32_t place;   // the node of the tree that comes next
    uint32_t trail;  // what was matched last
  };
  struct trail_mark {
    uint32_t before;
    bool is_word;
    int32_t value;  // the node of a variable, the token of a word
  };

  static size_t at(int32_t index) { return static_cast<size_t>(index); }

  void go_on(const rule_index& rules, uint32_t state, int32_t node, uint32_t trail,
             bool may_be_variable) {
    const int32_t label = tree_.labels[at(node)], word = tree_.words[at(node)];
    if (may_be_variable) {
      const uint32_t next = rules.child(state, variable_symbol(label));
      if (next != rule_index::no_state) {
        steps_.push_back({next, tree_.ends[at(node)], mark(trail, false, node)});
      }
    }
    if (!tree_.is_preterminal(node)) {
      const uint32_t next = rules.child(state, node_symbol(label, tree_.child_counts[at(node)]));
      if (next != rule_index::no_state) steps_.push_back({next, node + 1, trail});
    } else if (word >= 0) {
      const uint32_t next = rules.child(state, word_symbol(label, word));
      if (next != rule_index::no_state) {
        steps_.push_back({next, node + 1, mark(trail, true, tree_.starts[at(node)])});
      }
    }
  }

  uint32_t mark(uint32_t before, bool is_word, int32_t value) {
    trail_.push_back({before, is_word, value});
    return static_cast<uint32_t>(trail_.size() - 1);
  }

  found_side describe(const step& whole) {
    found_side side{whole.state, 0, 0, 0, 0};
    collect(whole.trail, false, side.first_variable, side.variables);
    collect(whole.trail, true, side.first_word, side.words);
    return side;
  }

  void collect(uint32_t trail, bool words, uint32_t& first, uint32_t& count) {
    first = static_cast<uint32_t>(values_.size());
    for (uint32_t place = trail; place > 0; place = trail_[place].before) {
      if (trail_[place].is_word == words) values_.push_back(trail_[place].value);
    }
    std::reverse(values_.begin() + first, values_.end());
    count = static_cast<uint32_t>(values_.size()) - first;
  }

  const source_tree& tree_;
  std::vector<int32_t> values_;
  std::vector<step> steps_;
  std::vector<trail_mark> trail_;
};

}  // namespace laconic
