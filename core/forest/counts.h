// The least and the greatest total that a number per edge can reach, exactly, without any scores.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forest/forest.h"

namespace laconic {

struct count_bounds {
  // For each vertex, of what lies under it.
  std::vector<int64_t> least, greatest;
};
count_bounds bound_counts(const forest& whole, std::span<const int32_t> counts, size_t stride = 1);

// For each vertex, the least and the greatest of what derivations that use it have elsewhere.
count_bounds bound_elsewhere(const forest& whole, std::span<const int32_t> counts, size_t stride,
                             const count_bounds& inside);

}  // namespace laconic
