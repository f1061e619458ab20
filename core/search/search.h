// The best derivations of a forest under scores of edges, an n-gram model and strata: Algorithm 4
// with cube pruning.
//
// 1. Vertices are filled bottom-up. A candidate is an edge with one item for each tail.
// 2. Candidates are visited in the order of an estimate: the scores of edge and items, unigram
//    probabilities for the edge's own words, and what the stratum is worth there.
// 3. Each one visited is scored exactly. Those alike in model state, n-gram state and stratum become
//    one item; the others are remembered as further ways to it.
// 4. A cell is done when it has `unique` items or `total` candidates were visited, whichever comes
//    first; without limits, when there are no more.
// 5. Items are sorted by score, then by edge, then by the ranks of their tails: a total order.
#pragma once

#include <cstdint>

#include "forest/forest.h"
#include "search/chart.h"
#include "search/scores.h"
#include "search/strata.h"

namespace laconic {

struct search_limits {
  uint32_t unique = 0, total = 0;  // 0: no limit
  double max_seconds = 0;          // 0: no limit
  uint64_t max_bytes = 0;
  bool keep_others = true;  // whether more than the best derivation of each item is wanted
};

// Once a limit on time or memory is reached, what is left is done with one item for each cell, and
// the chart says so. Throws std::invalid_argument if arrays do not fit the forest.
chart search(const forest& whole, const search_scores& scores, const strata& stratification,
             const search_limits& limits);

}  // namespace laconic
