// Whether a search has reached a limit on time or memory.
#pragma once

#include <chrono>
#include <cstdint>

#include "search/chart.h"
#include "search/search.h"

namespace laconic {

// Asks the clock and the chart's size now and then.
class watch {
 public:
  watch(const search_limits& limits, const chart& found, size_t item_bytes)
      : limits_(limits), chart_(found), item_bytes_(item_bytes) {}

  // Whether a limit has been reached; `more` are bytes beside the chart's own.
  bool is_over(uint64_t more) {
    if (limited_ != limit_reached::none) return true;
    if ((++calls_ & 63) != 0) return false;
    if (limits_.max_seconds > 0 && seconds() > limits_.max_seconds) limited_ = limit_reached::time;
    if ((limits_.max_bytes > 0 && bytes() + more > limits_.max_bytes) || is_full()) {
      limited_ = limit_reached::memory;
    }
    return limited_ != limit_reached::none;
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  size_t item_bytes() const { return item_bytes_; }
  uint64_t bytes() const {
    return chart_.items.size() * item_bytes_ + chart_.tails.size() * sizeof(uint32_t) +
           chart_.other_arcs.size() * sizeof(other_arc);
  }
  limit_reached limited() const { return limited_; }

 private:
  // A chart counts its parts in 32 bits.
  bool is_full() const { return chart_.tails.size() > nothing - (uint32_t{1} << 24); }

  const search_limits& limits_;
  const chart& chart_;
  size_t item_bytes_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  uint64_t calls_ = 0;
  limit_reached limited_ = limit_reached::none;
};

}  // namespace laconic
