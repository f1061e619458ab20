// The derivations in a chart, best first, one at a time: Huang and Chiang's third algorithm, with a
// list of things to do in the place of recursion.
//
// 1. A node is an item, or the goal, whose ways are the items of the root.
// 2. A node's next derivation is the best of its candidates: a way, and for each tail which of the
//    tail's own derivations. A candidate's successors take the next one of one tail.
// 3. Successors are made only when a further derivation of the node is asked for, and this is what
//    asks for further ones of its tails.
// 4. Without repeated strings, a node passes over derivations whose string it has had: what is alike
//    for one item is alike for all that use it. Strings are compared by hashes of 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "forest/forest.h"
#include "search/chart.h"

namespace laconic {

struct found_derivation {
  double score;
  uint64_t stratum;
  std::vector<uint32_t> edges;  // each before those of its tails, from left to right
};

// The edges of an item's best derivation.
std::vector<uint32_t> best_edges(const forest& whole, const chart& found, uint32_t item);

class derivation_lister {
 public:
  // Of one stratum, or of all. `word_types` says which words are the same string; if it is not
  // empty, no string comes twice.
  derivation_lister(const forest& whole, const chart& found, std::optional<uint64_t> stratum,
                    std::vector<int32_t> word_types);

  // The next best, if there is one. Forest and chart must still be there.
  std::optional<found_derivation> next();

 private:
  struct string_hash {
    uint64_t hash = 0, power = 1;
    void add(const string_hash& other) {
      hash = hash * other.power + other.hash;
      power *= other.power;
    }
  };
  struct way {
    double score;
    uint32_t edge;  // `nothing` for the goal
    std::span<const uint32_t> tails;
  };
  struct candidate {
    double score;
    uint32_t way;
    std::vector<uint32_t> ranks;
    static bool comes_later(const candidate& one, const candidate& other) {
      if (one.score != other.score) return one.score < other.score;
      if (one.way != other.way) return one.way > other.way;
      return one.ranks > other.ranks;
    }
  };
  struct derivation {
    candidate made_of;
    string_hash string;
  };
  struct node {
    std::vector<way> ways;
    std::vector<candidate> candidates;  // a heap
    std::vector<derivation> found;
    std::unordered_set<uint64_t> strings;
    std::optional<candidate> open;  // taken last; its successors are not made yet
    size_t open_tail = 0;
    bool is_done = false;
  };
  struct wish {
    uint32_t node;
    uint32_t rank;
  };

  node& node_of(uint32_t number);
  void make_ways(uint32_t number, node& made);
  void fulfil(wish first);
  // One step towards a wish, or a wish that must come first.
  std::optional<wish> step(node& at);
  std::optional<wish> missing_tail(const node& at, const candidate& one);
  void push(node& at, candidate made);
  string_hash string_of(const node& at, const candidate& one);
  found_derivation describe(uint32_t rank);

  const forest& forest_;
  const chart& chart_;
  std::vector<int32_t> word_types_;
  std::vector<uint32_t> roots_;
  uint32_t goal_;
  uint32_t given_ = 0;
  std::unordered_map<uint32_t, node> nodes_;
};

}  // namespace laconic
