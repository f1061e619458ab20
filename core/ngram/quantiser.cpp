#include "quantiser.h"

#include <algorithm>
#include <bit>

namespace laconic {

namespace {

// Numbers that agree in the first eleven bits of their fraction share a bin.
constexpr unsigned dropped_bits = 12;

// Keeps the order of floats as that of integers.
uint32_t bin_of(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return (bits >> 31 ? ~bits : bits | 0x80000000u) >> dropped_bits;
}

}  // namespace

void quantiser::add(float value) {
  if (bins_.empty()) bins_.resize(uint64_t{1} << (32 - dropped_bits));
  bin& at = bins_[bin_of(value)];
  ++at.count;
  at.sum += value;
}

void quantiser::place(uint64_t centres) {
  std::erase_if(bins_, [](const bin& at) { return at.count == 0; });
  std::vector<double> values, sums{0};
  std::vector<uint64_t> counts{0};
  for (const bin& at : bins_) {
    values.push_back(at.sum / static_cast<double>(at.count));
    sums.push_back(sums.back() + at.sum);
    counts.push_back(counts.back() + at.count);
  }
  std::vector<bin>().swap(bins_);

  // Bins [cuts[i], cuts[i + 1]) belong to centre i; at first each has about as many numbers.
  const uint64_t used = std::min<uint64_t>(centres, values.size());
  std::vector<size_t> cuts{0};
  for (uint64_t i = 1; i < used; ++i) {
    const auto at = std::lower_bound(counts.begin(), counts.end(), counts.back() * i / used);
    const size_t least = cuts.back() + 1, most = values.size() - (used - i);
    cuts.push_back(std::clamp(static_cast<size_t>(at - counts.begin()), least, most));
  }
  cuts.push_back(values.size());
  std::vector<double> means(used);
  const auto set_means = [&] {
    for (uint64_t i = 0; i < used; ++i) {
      const uint64_t count = counts[cuts[i + 1]] - counts[cuts[i]];
      if (count > 0) means[i] = (sums[cuts[i + 1]] - sums[cuts[i]]) / static_cast<double>(count);
    }
  };
  set_means();
  constexpr int rounds = 50;
  for (int round = 0; round < rounds; ++round) {
    for (uint64_t i = 1; i < used; ++i) {
      const double middle = (means[i - 1] + means[i]) / 2;
      const auto at = std::lower_bound(values.begin(), values.end(), middle);
      cuts[i] = static_cast<size_t>(at - values.begin());
    }
    set_means();
  }
  std::sort(means.begin(), means.end());
  centres_.assign(means.begin(), means.end());
  centres_.resize(centres, centres_.empty() ? 0.0f : centres_.back());
}

uint32_t quantiser::code(float value) const {
  const auto above = std::lower_bound(centres_.begin(), centres_.end(), value);
  if (above == centres_.begin()) return 0;
  const auto below = above - 1;
  const bool nearer_below = above == centres_.end() || value - *below <= *above - value;
  return static_cast<uint32_t>((nearer_below ? below : above) - centres_.begin());
}

}  // namespace laconic
