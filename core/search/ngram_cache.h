// A language model as one search sees it: a search asks for the same few n-grams over and over, and
// what it has found before need not be looked for in the model's memory again.
#pragma once

#include <cstdint>
#include <vector>

#include "hashing.h"
#include "ngram/model.h"

namespace laconic {

class ngram_cache {
 public:
  explicit ngram_cache(const ngram_model& lm) : lm_(lm), entries_(size_t{1} << bits) {}

  int order() const { return lm_.order(); }
  ngram_node unigram(uint32_t word) const { return lm_.unigram(word); }
  ngram_node node_at(int order, uint32_t place) const { return lm_.node_at(order, place); }

  bool extend_left(int order, uint32_t place, uint32_t word, ngram_node& found) const {
    ++queries_;
    const uint64_t key = uint64_t{place} << 32 | word;
    const uint64_t mixed = (key + static_cast<uint64_t>(order)) * hashing::first_prime;
    entry& cached = entries_[mixed >> (64 - bits)];
    if (cached.order != order || cached.key != key) {
      cached.key = key;
      cached.order = static_cast<uint8_t>(order);
      cached.is_found = lm_.extend_left(order, place, word, cached.node);
      ++misses_;
    }
    if (cached.is_found) found = cached.node;
    return cached.is_found;
  }

  uint64_t queries() const { return queries_; }
  uint64_t misses() const { return misses_; }

 private:
  static constexpr unsigned bits = 12;
  struct entry {
    uint64_t key = 0;
    ngram_node node{};
    uint8_t order = 0;  // 0: nothing here yet
    bool is_found = false;
  };

  const ngram_model& lm_;
  mutable std::vector<entry> entries_;
  mutable uint64_t queries_ = 0, misses_ = 0;
};

}  // namespace laconic
