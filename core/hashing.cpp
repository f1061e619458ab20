#include "hashing.h"

#include <algorithm>
#include <bit>

namespace laconic {

void checksum::add_block(const char* block) {
  for (int lane = 0; lane < 4; ++lane) {
    const uint64_t word = hashing::load(block + 8 * lane, 8);
    lanes_[lane] = std::rotl(lanes_[lane] + word * hashing::second_prime, 31) * hashing::first_prime;
  }
}

void checksum::add(const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  if (size == 0) return;
  const size_t waiting = size_ % sizeof rest_;
  size_ += size;
  if (waiting > 0) {
    const size_t taken = std::min(size, sizeof rest_ - waiting);
    std::memcpy(rest_ + waiting, at, taken);
    at += taken;
    size -= taken;
    if (waiting + taken < sizeof rest_) return;
    add_block(rest_);
  }
  for (; size >= sizeof rest_; size -= sizeof rest_, at += sizeof rest_) add_block(at);
  if (size > 0) std::memcpy(rest_, at, size);
}

uint64_t checksum::value() const {
  uint64_t hash = size_ * hashing::first_prime;
  for (const uint64_t lane : lanes_) hash = hashing::finish(hash ^ lane);
  const size_t waiting = size_ % sizeof rest_;
  for (size_t at = 0; at < waiting; at += 8) {
    hash = hashing::finish(hash ^ hashing::load(rest_ + at, std::min<size_t>(8, waiting - at)));
  }
  return hash;
}

}  // namespace laconic
