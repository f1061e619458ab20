#include "discounts.h"

#include <algorithm>

namespace laconic {

discounts estimate_discounts(const counts_of_counts& counts) {
  constexpr discounts fixed = {{0.5, 1.0, 1.5}, false};
  if (std::ranges::count(counts.of, 0u) > 0) return fixed;
  std::array<double, 4> n;
  std::ranges::copy(counts.of, n.begin());
  const double y = n[0] / (n[0] + 2 * n[1]);
  discounts result = {{}, true};
  for (size_t k = 1; k <= 3; ++k) {
    const double count = static_cast<double>(k);
    const double discount = count - (count + 1) * y * n[k] / n[k - 1];
    if (discount <= 0 || discount > count) return fixed;
    result.of[k - 1] = discount;
  }
  return result;
}

}  // namespace laconic
