// What a search found: for each vertex the items that were kept, each with how it was made.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "forest/forest.h"

namespace laconic {

constexpr uint32_t nothing = std::numeric_limits<uint32_t>::max();

// One way to make an item: an edge, and an item for each of its tails.
struct arc {
  double score;  // of its best derivation
  uint32_t edge;
  uint32_t first_tail;  // in the chart's `tails`
};

// The best of all ways to a vertex, a state and a stratum. `others` are the ways that were not as
// good: a chain in the chart's `other_arcs`.
struct item {
  arc best;
  double key;  // the score, and what steers
  uint64_t stratum;
  uint32_t others = nothing;
};

struct other_arc {
  arc way;
  uint32_t next;
};

// Items of one vertex (with split strata: and one value of the first count), best first.
struct cell {
  uint32_t count;
  uint32_t first, last;
};

// The best complete derivation of a stratum.
struct final_item {
  uint64_t stratum;
  double score;
  uint32_t item;
};

enum class limit_reached : uint8_t { none, time, memory };

struct search_statistics {
  uint64_t pops = 0;
  uint64_t items = 0;
  uint64_t lm_queries = 0;
  uint64_t lm_misses = 0;  // those that had to look into the model itself
  uint64_t bytes = 0;
  double seconds = 0;
};

// Whether a number can be a score: finite, and so that sums of scores are finite as well.
inline bool can_be_added(double number) { return number > -1e100 && number < 1e100; }

struct chart {
  std::vector<item> items;
  std::vector<uint32_t> tails;
  std::vector<other_arc> other_arcs;
  std::vector<cell> cells;
  std::vector<uint32_t> vertex_cells{0};  // where those of each vertex start
  std::vector<double> root_gains;         // what the ends of the string add to each root item
  uint32_t first_root = 0;                // the first of them
  std::vector<final_item> finals;         // by stratum
  search_statistics statistics;
  limit_reached limited = limit_reached::none;

  std::span<const cell> cells_of(size_t vertex) const {
    return {cells.data() + vertex_cells[vertex], cells.data() + vertex_cells[vertex + 1]};
  }
};

}  // namespace laconic
