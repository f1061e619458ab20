// A table of a packed file (ngram/layout.h): finds the place of a key and reads what stands there.
#pragma once

#include <algorithm>
#include <cstdint>

#include "bits.h"
#include "ngram/layout.h"

namespace laconic {

// A corrupted file may make it answer wrongly, never read out of bounds.
class packed_table {
 public:
  packed_table(const table_shape& shape, const uint8_t* entries, const uint8_t* starts)
      : entries_(entries),
        starts_(starts),
        count_(static_cast<uint32_t>(shape.count)),
        bucket_bytes_(
            std::min<uint64_t>(64, shape.count * shape.entry_bits() / shape.buckets() / 8)),
        remainder_mask_(low_mask(shape.remainder_bits())),
        start_mask_(low_mask(shape.start_bits)),
        start_bits_(shape.start_bits),
        group_bits_(shape.group_bits()),
        remainder_bits_(shape.remainder_bits()),
        entry_bits_(shape.entry_bits()),
        word_bits_(shape.word_bits),
        prob_bits_(shape.prob_bits),
        mix_(shape.key_bits) {}

  // The first place with this scrambled key.
  bool find(uint64_t scrambled, uint32_t& place) const {
    const uint64_t wanted = scrambled & remainder_mask_;
    const bucket in = bucket_of(scrambled);
    uint64_t bit = uint64_t{in.first} * entry_bits_;
    for (place = in.first; place < in.last; ++place, bit += entry_bits_) {
      const uint64_t found = read_masked(entries_, bit, remainder_mask_);
      if (found >= wanted) return found == wanted;
    }
    return false;
  }
  uint64_t scrambled_key(uint32_t parent, uint32_t word) const {
    return mix_(uint64_t{parent} << word_bits_ | word);
  }
  // Before a look-up, in this order and with other work between them, so that memory is not waited
  // for: first where the bucket starts, then the bucket. Always inlined, since GCC takes a function
  // that only prefetches for one without effect and leaves its calls out.
  [[gnu::always_inline]] void prefetch_start(uint64_t scrambled) const {
    __builtin_prefetch(starts_ + group_bit(scrambled >> remainder_bits_) / 8);
  }
  // From its first to where the last entry should be, which is on the same line or the next one: to
  // branch on how long the bucket is would mean to wait.
  [[gnu::always_inline]] void prefetch_bucket(uint64_t scrambled) const {
    const uint8_t* const at = entries_ + uint64_t{bucket_of(scrambled).first} * entry_bits_ / 8;
    __builtin_prefetch(at);
    __builtin_prefetch(at + bucket_bytes_);
  }
  uint64_t prob_field(uint32_t place) const {
    return read_bits(entries_, uint64_t{place} * entry_bits_ + remainder_bits_, prob_bits_);
  }
  uint64_t backoff_field(uint32_t place, unsigned bits) const {
    return read_bits(entries_, uint64_t{place} * entry_bits_ + remainder_bits_ + prob_bits_, bits);
  }
  uint64_t remainder(uint32_t place) const {
    return read_masked(entries_, uint64_t{place} * entry_bits_, remainder_mask_);
  }

  // The places of one bucket, `last` not among them.
  struct bucket {
    uint32_t first, last;
  };
  bucket bucket_at(uint64_t number) const { return {start(number), start(number + 1)}; }
  uint32_t count() const { return count_; }
  unsigned remainder_bits() const { return remainder_bits_; }
  uint64_t unmix(uint64_t scrambled) const { return mix_.inverse(scrambled); }

 private:
  bucket bucket_of(uint64_t scrambled) const { return bucket_at(scrambled >> remainder_bits_); }
  uint64_t group_bit(uint64_t number) const {
    return number / table_shape::group_buckets * group_bits_;
  }
  uint32_t start(uint64_t number) const {
    const uint64_t group = group_bit(number);
    const uint64_t in_group = number % table_shape::group_buckets;
    const uint64_t found = read_bits(starts_, group, 32) +
                           read_masked(starts_, group + 32 + in_group * start_bits_, start_mask_);
    return static_cast<uint32_t>(std::min<uint64_t>(found, count_));
  }

  const uint8_t* entries_;
  const uint8_t* starts_;
  uint32_t count_;
  uint64_t bucket_bytes_;  // on average
  uint64_t remainder_mask_;
  uint64_t start_mask_;
  unsigned start_bits_, group_bits_;
  unsigned remainder_bits_, entry_bits_, word_bits_, prob_bits_;
  scramble mix_;
};

}  // namespace laconic
