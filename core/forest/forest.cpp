#include "forest/forest.h"

#include <algorithm>
#include <stdexcept>

namespace laconic {

namespace {

size_t at(int32_t index) { return static_cast<size_t>(index); }

void require(bool right, const char* wrong) {
  if (!right) throw std::invalid_argument(wrong);
}

template <class Value>
bool is_ragged(const ragged<Value>& rows, size_t count) {
  return rows.starts.size() == count + 1 && rows.starts.front() == 0 &&
         rows.starts.back() == rows.values.size() &&
         std::is_sorted(rows.starts.begin(), rows.starts.end());
}

void add_edge(forest& to, const forest& from, uint32_t edge, const std::vector<int32_t>& numbers) {
  for (const int32_t tail : from.tails[edge]) to.tails.values.push_back(numbers[at(tail)]);
  to.tails.close_row();
  to.yields.add_row(from.yields[edge]);
  to.deletions.add_row(from.deletions[edge]);
  to.covered.push_back(from.covered[edge]);
  to.rules.push_back(from.rules[edge]);
  to.made.push_back(from.made[edge]);
  to.origins.push_back(from.origins[edge]);
}

}  // namespace

void forest::index_edges() {
  std::vector<uint32_t> next(vertices() + 1, 0);
  for (const int32_t head : heads) ++next[at(head) + 1];
  for (size_t vertex = 0; vertex < vertices(); ++vertex) next[vertex + 1] += next[vertex];
  vertex_edges.starts = next;
  vertex_edges.values.resize(edges());
  for (uint32_t edge = 0; edge < edges(); ++edge) {
    vertex_edges.values[next[at(heads[edge])]++] = edge;
  }
}

void forest::check() const {
  const size_t count = edges();
  require(covered.size() == count && rules.size() == count && made.size() == count &&
              origins.size() == count && vertex_labels.size() == vertices() &&
              is_ragged(tails, count) && is_ragged(yields, count) && is_ragged(deletions, count),
          "the arrays of edges differ in length");
  require(tokens >= 0 && root >= -1 && root < static_cast<int32_t>(vertices()),
          "there is no such root");
  require(root < 0 || std::count(heads.begin(), heads.end(), root) > 0, "the root has no edges");
  std::vector<bool> used(vertices(), false), has_edge(vertices(), false);
  for (size_t edge = 0; edge < count; ++edge) {
    require(heads[edge] >= 0 && at(heads[edge]) < vertices() && !used[at(heads[edge])],
            "the edges of a vertex must come before those that use it");
    for (const int32_t tail : tails[edge]) {
      require(tail >= 0 && tail < heads[edge] && has_edge[at(tail)],
              "a tail must come before its head, and have edges");
      used[at(tail)] = true;
    }
    has_edge[at(heads[edge])] = true;
    size_t next_tail = 0;
    for (const int32_t piece : yields[edge]) {
      require(piece < words(), "a yield names a word that is not there");
      if (piece < 0) {
        require(piece == -1 - static_cast<int32_t>(next_tail),
                "a yield must name the tails one after the other");
        ++next_tail;
      }
    }
    require(next_tail == tails[edge].size() && !yields[edge].empty(),
            "a yield must name every tail, and something");
    for (const token_span& span : deletions[edge]) {
      require(span.start >= 0 && span.start <= span.stop && span.stop <= tokens,
              "a deleted span is outside the sentence");
    }
  }
}

forest cut(const forest& whole, std::span<const uint8_t> allowed, std::vector<uint32_t>& kept) {
  const size_t count = whole.edges();
  require(allowed.empty() || allowed.size() == count, "the mask needs one entry for each edge");
  std::vector<bool> finished(whole.vertices(), false), reached(whole.vertices(), false);
  std::vector<bool> possible(count, false);
  for (size_t edge = 0; edge < count; ++edge) {
    if (!allowed.empty() && allowed[edge] == 0) continue;
    const auto tails = whole.tails[edge];
    possible[edge] =
        std::all_of(tails.begin(), tails.end(), [&](int32_t tail) { return finished[at(tail)]; });
    if (possible[edge]) finished[at(whole.heads[edge])] = true;
  }
  if (whole.root >= 0) reached[at(whole.root)] = true;
  kept.clear();
  for (size_t edge = count; edge-- > 0;) {
    if (!possible[edge] || !reached[at(whole.heads[edge])]) continue;
    for (const int32_t tail : whole.tails[edge]) reached[at(tail)] = true;
    kept.push_back(static_cast<uint32_t>(edge));
  }
  std::reverse(kept.begin(), kept.end());

  forest part;
  part.tokens = whole.tokens;
  part.new_words = whole.new_words;
  std::vector<int32_t> numbers(whole.vertices(), -1);
  for (const uint32_t edge : kept) {
    const size_t head = at(whole.heads[edge]);
    if (numbers[head] < 0) {
      numbers[head] = static_cast<int32_t>(part.vertices());
      part.vertex_nodes.push_back(whole.vertex_nodes[head]);
      part.vertex_labels.push_back(whole.vertex_labels[head]);
    }
    part.heads.push_back(numbers[head]);
    add_edge(part, whole, edge, numbers);
  }
  if (whole.root >= 0) part.root = numbers[at(whole.root)];
  part.index_edges();
  return part;
}

}  // namespace laconic
