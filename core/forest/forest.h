// Every way to rewrite a tree, as a hypergraph in plain arrays, free of weights.
//
// 1. A vertex is (source node, target label); the vertices of a tail come before that of its head.
// 2. An edge is one rule at one place. Its yield is what its target side says, from left to right:
//    words, and -1 - k for what comes out of its k-th tail.
// 3. Words below `tokens` are those of the source, by place; the others are `new_words`.
// 4. Edges are in an order of their own (the matcher's: nodes in post-order, then the text of
//    rules), in which those of a vertex come before all that use it.
#pragma once

#include <cstdint>
#include <vector>

#include "forest/ragged.h"

namespace laconic {

struct token_span {
  int32_t start, stop;
};

struct forest {
  int32_t tokens = 0;
  int32_t root = -1;               // a vertex; -1 if there is no derivation at all
  std::vector<int32_t> new_words;  // ids in the vocabulary of the rules

  std::vector<int32_t> vertex_nodes;
  std::vector<int32_t> vertex_labels;
  ragged<uint32_t> vertex_edges;

  std::vector<int32_t> heads;
  ragged<int32_t> tails;
  ragged<int32_t> yields;
  ragged<token_span> deletions;  // of source tokens, one for each word or constituent that goes
  std::vector<int32_t> covered;  // how many source tokens an edge accounts for
  std::vector<int32_t> rules;    // ids in the grammar and what was added to it; -1: neither
  std::vector<int32_t> made;     // which of the rules made for this tree; -1: none of them
  std::vector<uint8_t> origins;

  size_t vertices() const { return vertex_nodes.size(); }
  size_t edges() const { return heads.size(); }
  int32_t words() const { return tokens + static_cast<int32_t>(new_words.size()); }

  void index_edges();  // fills `vertex_edges`
  // Throws std::invalid_argument unless the arrays are as described above.
  void check() const;
};

// The forest of the edges that `allowed` does not exclude (it may be empty: all), without what
// cannot be finished or reached then. `kept` becomes the edges that stay.
forest cut(const forest& whole, std::span<const uint8_t> allowed, std::vector<uint32_t>& kept);

}  // namespace laconic
