#include "scoring/weight_table.h"

#include <bit>
#include <stdexcept>

namespace laconic {

weight_table::weight_table(std::span<const uint64_t> starts, std::string_view names,
                           std::span<const double> values) {
  if (starts.size() != values.size() + 1 || starts[0] != 0 || starts.back() != names.size()) {
    throw std::invalid_argument("names and weights do not fit each other");
  }
  mask_ = std::bit_ceil(2 * values.size() + 2) - 1;
  slots_.resize(mask_ + 1);
  for (size_t number = 0; number < values.size(); ++number) {
    if (starts[number + 1] < starts[number] || starts[number + 1] > names.size()) {
      throw std::invalid_argument("names are not in order");
    }
    const uint64_t key = key_of(names.substr(starts[number], starts[number + 1] - starts[number]));
    size_t at = key & mask_;
    for (; slots_[at].key != empty; at = (at + 1) & mask_) {
      if (slots_[at].key == key) throw std::invalid_argument("a feature is there twice");
    }
    slots_[at] = {key, values[number]};
  }
}

}  // namespace laconic
