#include "hashing.h"

#include <algorithm>
#include <bit>

namespace laconic {

void checksum::add_block(const char* block) {
  for (int lane = 0; lane < 4; ++lane) {
    const uint64_t word = hashing::load<uint64_t>(block + 8 * lane);
    lanes_[lane] =
        std::rotl(lanes_[lane] + word * hashing::second_prime, 31) * hashing::first_prime;
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
    const size_t left = waiting - at;
    const uint64_t word =
        left >= 8 ? hashing::load<uint64_t>(rest_ + at) : hashing::load_few(rest_ + at, left);
    hash = hashing::finish(hash ^ word);
  }
  return hash;
}

}  // namespace laconic
