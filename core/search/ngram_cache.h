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

  bool extend_left(int order, uint32_t place, uint32_t word, ngram_node& found) const {
    ++queries_;
    const entry& cached = look_up(order, place, word);
    if (cached.is_found) found = cached.node;
    return cached.is_found;
  }

  // N-grams that will be asked for soon: the one at `place` grown by `word` to the left, and if it is
  // there, by the next word as well. Found together, their waits for memory overlap.
  void expect(int order, uint32_t place, uint32_t word, uint32_t next_word) {
    if (order < lm_.order()) expected_.push_back({0, place, word, next_word, order});
  }
  void fetch_expected() {
    while (!expected_.empty()) {
      missing_.clear();
      for (expectation& each : expected_) {
        if (is_cached(each)) continue;
        const packed_table& table = lm_.table(each.order + 1);
        each.key = table.scrambled_key(each.place, each.word);
        table.prefetch_start(each.key);
        missing_.push_back(each);
      }
      for (const expectation& each : missing_) {
        lm_.table(each.order + 1).prefetch_bucket(each.key);
      }
      size_t kept = 0;
      for (const expectation& each : expected_) {
        const entry& found = look_up(each.order, each.place, each.word);
        if (!found.is_found || !found.node.extends_left || each.next_word == no_word ||
            each.order + 2 > lm_.order()) {
          continue;
        }
        expected_[kept++] = {0, found.node.place, each.next_word, no_word, each.order + 1};
      }
      expected_.resize(kept);
    }
  }
  static constexpr uint32_t no_word = ~uint32_t{0};

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
  struct expectation {
    uint64_t key;
    uint32_t place, word, next_word;
    int order;
  };

  static uint64_t key_of(uint32_t place, uint32_t word) { return uint64_t{place} << 32 | word; }
  entry& slot_of(int order, uint64_t key) const {
    const uint64_t mixed = (key + static_cast<uint64_t>(order)) * hashing::first_prime;
    return entries_[mixed >> (64 - bits)];
  }
  bool is_cached(const expectation& one) const {
    const uint64_t key = key_of(one.place, one.word);
    const entry& cached = slot_of(one.order, key);
    return cached.order == one.order && cached.key == key;
  }
  const entry& look_up(int order, uint32_t place, uint32_t word) const {
    const uint64_t key = key_of(place, word);
    entry& cached = slot_of(order, key);
    if (cached.order != order || cached.key != key) {
      cached.key = key;
      cached.order = static_cast<uint8_t>(order);
      cached.is_found = lm_.extend_left(order, place, word, cached.node);
      ++misses_;
    }
    return cached;
  }

  const ngram_model& lm_;
  mutable std::vector<entry> entries_;
  mutable uint64_t queries_ = 0, misses_ = 0;
  std::vector<expectation> expected_, missing_;
};

}  // namespace laconic
