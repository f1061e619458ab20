// The discounts of modified Kneser-Ney smoothing (Chen & Goodman 1999) for n-grams of one order.
#pragma once

#include <array>
#include <cstdint>

namespace laconic {

// How many n-grams have an adjusted count of 1, 2, 3 and 4.
struct counts_of_counts {
  std::array<uint64_t, 4> of{};
  void add(uint64_t adjusted) {
    if (adjusted >= 1 && adjusted <= 4) ++of[adjusted - 1];
  }
};

struct discounts {
  std::array<double, 3> of;  // for counts of 1, 2, and 3 or more
  bool estimated;            // false: the text is too small, these are the fixed ones

  double operator()(uint64_t adjusted) const {
    return adjusted == 0 ? 0 : of[adjusted < 3 ? adjusted - 1 : 2];
  }
};

// Where the text is too small to estimate them, the discounts are 0.5, 1 and 1.5.
discounts estimate_discounts(const counts_of_counts& counts);

}  // namespace laconic
