// Weights of features, found by the hashes of their names.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hashing.h"

namespace laconic {

// Names are not kept: a name that is not there passes for one that is with a chance of one in 10^13.
// Those that are there all have different hashes, which is checked. So a look-up touches one place
// in memory, where a map of strings would touch four.
class weight_table {
 public:
  // `starts` says where each name begins in `names`, and where the last one ends.
  weight_table(std::span<const uint64_t> starts, std::string_view names,
               std::span<const double> values);

  static uint64_t key_of(std::string_view name) {
    const uint64_t hash = hash_text(name);
    return hash == empty ? 1 : hash;
  }

  // 0 for a name that is not there.
  double weight(uint64_t key) const {
    for (size_t at = key & mask_;; at = (at + 1) & mask_) {
      if (slots_[at].key == key) return slots_[at].value;
      if (slots_[at].key == empty) return 0.0;
    }
  }

 private:
  static constexpr uint64_t empty = 0;

  struct slot {
    uint64_t key = empty;
    double value = 0.0;
  };

  size_t mask_;
  std::vector<slot> slots_;
};

}  // namespace laconic
