#include "forest/counts.h"

#include <algorithm>
#include <limits>

namespace laconic {

namespace {

constexpr int64_t nothing_least = std::numeric_limits<int64_t>::max();
constexpr int64_t nothing_greatest = std::numeric_limits<int64_t>::min();

size_t at(int32_t index) { return static_cast<size_t>(index); }

count_bounds nothing(size_t vertices) {
  return {std::vector<int64_t>(vertices, nothing_least),
          std::vector<int64_t>(vertices, nothing_greatest)};
}

}  // namespace

count_bounds bound_counts(const forest& whole, std::span<const int32_t> counts, size_t stride) {
  count_bounds bounds = nothing(whole.vertices());
  for (size_t edge = 0; edge < whole.edges(); ++edge) {
    int64_t least = counts[edge * stride], greatest = least;
    for (const int32_t tail : whole.tails[edge]) {
      least += bounds.least[at(tail)];
      greatest += bounds.greatest[at(tail)];
    }
    const size_t head = at(whole.heads[edge]);
    bounds.least[head] = std::min(bounds.least[head], least);
    bounds.greatest[head] = std::max(bounds.greatest[head], greatest);
  }
  return bounds;
}

count_bounds bound_elsewhere(const forest& whole, std::span<const int32_t> counts, size_t stride,
                             const count_bounds& inside) {
  count_bounds bounds = nothing(whole.vertices());
  if (whole.root < 0) return bounds;
  bounds.least[at(whole.root)] = bounds.greatest[at(whole.root)] = 0;
  for (size_t edge = whole.edges(); edge-- > 0;) {
    const size_t head = at(whole.heads[edge]);
    if (bounds.least[head] == nothing_least) continue;
    int64_t least = bounds.least[head] + counts[edge * stride];
    int64_t greatest = bounds.greatest[head] + counts[edge * stride];
    for (const int32_t tail : whole.tails[edge]) {
      least += inside.least[at(tail)];
      greatest += inside.greatest[at(tail)];
    }
    for (const int32_t tail : whole.tails[edge]) {
      const size_t one = at(tail);
      bounds.least[one] = std::min(bounds.least[one], least - inside.least[one]);
      bounds.greatest[one] = std::max(bounds.greatest[one], greatest - inside.greatest[one]);
    }
  }
  return bounds;
}

}  // namespace laconic
