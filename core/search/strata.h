// Counts along a derivation, each up to a cap, by which a chart is divided into strata.
//
// 1. Every edge adds to every count. An item's stratum is its counts as one number.
// 2. What depends on the counts of a whole derivation is not the search's business: it returns the
//    best of each stratum. To judge the items of a vertex it is given tables of values by stratum,
//    and which table holds at which vertex.
// 3. If the strata are `split`, the limits of the beam hold for each value of the first count, so
//    that every total which that count can have is found; totals outside a range may be left out.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "forest/forest.h"

namespace laconic {

struct strata {
  size_t counts = 0;
  std::vector<uint32_t> caps;
  std::vector<uint64_t> strides;
  uint64_t size = 1;                    // how many strata there are
  std::span<const int32_t> increments;  // edges x counts
  std::span<const double> values;       // tables x size; empty: nothing steers
  std::span<const int32_t> tables;      // by vertex
  bool split = false;
  int64_t least = 0, greatest = std::numeric_limits<int64_t>::max();  // of the first count

  strata() = default;
  // Throws std::invalid_argument if the arrays do not fit the forest.
  strata(const forest& whole, std::span<const uint32_t> count_caps,
         std::span<const int32_t> edge_increments, std::span<const double> table_values,
         std::span<const int32_t> vertex_tables);

  double value(size_t vertex, uint64_t stratum) const {
    return values.empty() ? 0.0 : values[static_cast<size_t>(tables[vertex]) * size + stratum];
  }
};

}  // namespace laconic
