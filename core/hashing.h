// Fast hashes of bytes: for words, for texts, and for the checksums of files. Not against attackers.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace laconic {

namespace hashing {

constexpr uint64_t first_prime = 0x9E3779B185EBCA87;
constexpr uint64_t second_prime = 0xC2B2AE3D27D4EB4F;

template <class Number>
uint64_t load(const char* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}
// One to seven bytes, by reads of fixed size that may overlap.
inline uint64_t load_few(const char* bytes, size_t size) {
  if (size >= 4) return load<uint32_t>(bytes) | load<uint32_t>(bytes + size - 4) << 32;
  if (size >= 2) return load<uint16_t>(bytes) | load<uint16_t>(bytes + size - 2) << 16;
  return load<uint8_t>(bytes);
}

inline uint64_t finish(uint64_t hash) {
  hash = (hash ^ (hash >> 32)) * second_prime;
  hash = (hash ^ (hash >> 29)) * first_prime;
  return hash ^ (hash >> 32);
}

}  // namespace hashing

inline uint64_t hash_word(std::string_view word) {
  uint64_t hash = word.size() * hashing::second_prime;
  const char* at = word.data();
  size_t left = word.size();
  for (; left >= 8; left -= 8, at += 8) {
    hash = (hash ^ hashing::load<uint64_t>(at)) * hashing::first_prime;
    hash ^= hash >> 32;
  }
  if (left > 0) hash ^= hashing::load_few(at, left);
  return hashing::finish(hash * hashing::first_prime);
}

// Slower than the one for words, and good enough to stand for a text: every block is mixed through.
inline uint64_t hash_text(std::string_view text) {
  uint64_t hash = text.size() * hashing::second_prime;
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; left -= 8, at += 8) {
    hash = hashing::finish(hash ^ hashing::load<uint64_t>(at)) + hashing::first_prime;
  }
  return left > 0 ? hashing::finish(hash ^ hashing::load_few(at, left)) : hash;
}

// A checksum that can be fed in pieces of any size; the pieces do not change it.
class checksum {
 public:
  void add(const void* data, size_t size);
  uint64_t value() const;

 private:
  void add_block(const char* block);

  uint64_t lanes_[4] = {1, 2, 3, 4};
  uint64_t size_ = 0;
  char rest_[32] = {};
};

}  // namespace laconic
