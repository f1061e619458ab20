// Fields of any width up to 57 bits, packed without gaps, and the mixing of keys of any width.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace laconic {

static_assert(std::endian::native == std::endian::little, "packed fields are little-endian");

// Reading touches up to this many bytes after the last field; every packed array ends in them.
constexpr uint64_t packed_padding = 8;

constexpr uint64_t low_mask(unsigned width) {
  return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

inline uint64_t read_masked(const uint8_t* base, uint64_t bit, uint64_t mask) {
  uint64_t word;
  std::memcpy(&word, base + (bit >> 3), sizeof word);
  return (word >> (bit & 7)) & mask;
}
inline uint64_t read_bits(const uint8_t* base, uint64_t bit, unsigned width) {
  return read_masked(base, bit, low_mask(width));
}

// How many bits the numbers below `count` need; at least one.
constexpr unsigned bits_for(uint64_t count) {
  return count <= 2 ? 1 : static_cast<unsigned>(std::bit_width(count - 1));
}

constexpr uint64_t packed_bytes(uint64_t bits) { return (bits + 7) / 8 + packed_padding; }

// The inverse of an odd number modulo 2^64; Newton's iteration doubles the number of right bits
// each time: 5, 10, 20, 40, 80.
constexpr uint64_t invert_odd(uint64_t odd) {
  uint64_t inverse = (3 * odd) ^ 2;
  for (int round = 0; round < 4; ++round) inverse *= 2 - odd * inverse;
  return inverse;
}

// A one-to-one map of the numbers of `width` bits that spreads neighbours evenly, and its inverse.
class scramble {
 public:
  explicit scramble(unsigned width) : mask_(low_mask(width)), shift_((width + 1) / 2) {}

  uint64_t operator()(uint64_t key) const {
    key = (key * multiplier) & mask_;
    key ^= key >> shift_;
    key = (key * multiplier) & mask_;
    return key ^ (key >> shift_);
  }
  // Shifted by half the width or more, an exclusive or undoes itself.
  uint64_t inverse(uint64_t key) const {
    key ^= key >> shift_;
    key = (key * inverse_multiplier) & mask_;
    key ^= key >> shift_;
    return (key * inverse_multiplier) & mask_;
  }

 private:
  static constexpr uint64_t multiplier = 0x9E3779B97F4A7C15;
  static constexpr uint64_t inverse_multiplier = invert_odd(multiplier);
  static_assert(multiplier * inverse_multiplier == 1);

  uint64_t mask_;
  unsigned shift_;
};

}  // namespace laconic
