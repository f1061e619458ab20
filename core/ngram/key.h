// The words of an n-gram as an integer to sort by; the first word given is the most significant.
#pragma once

#include <array>
#include <cstdint>

#include "bits.h"
#include "ngram/lists.h"

namespace laconic {

template <size_t Limbs>
using ngram_key = std::array<uint64_t, Limbs>;

// As many words to a limb as fit whole.
class key_layout {
 public:
  explicit key_layout(uint32_t words) : bits_(bits_for(words)), per_limb_(64 / bits_) {}

  size_t limbs(int order) const { return (static_cast<size_t>(order) + per_limb_ - 1) / per_limb_; }

  template <size_t Limbs>
  void put(ngram_key<Limbs>& key, size_t place, uint32_t word) const {
    const unsigned shift = shift_of(place);
    uint64_t& limb = key[place / per_limb_];
    limb = (limb & ~(low_mask(bits_) << shift)) | uint64_t{word} << shift;
  }
  template <size_t Limbs>
  uint32_t word(const ngram_key<Limbs>& key, size_t place) const {
    return static_cast<uint32_t>((key[place / per_limb_] >> shift_of(place)) & low_mask(bits_));
  }

 private:
  unsigned shift_of(size_t place) const {
    return static_cast<unsigned>(64 - bits_ * (place % per_limb_ + 1));
  }

  unsigned bits_;
  size_t per_limb_;
};

// Runs `work` with the smallest compiled key that holds an n-gram of this order.
template <class Work>
decltype(auto) with_limbs(size_t limbs, Work&& work) {
  if (limbs <= 1) return work.template operator()<1>();
  if (limbs <= 2) return work.template operator()<2>();
  return work.template operator()<(max_order + 1) / 2>();
}

}  // namespace laconic
