// How strings are scored while they are put together: with a language model, or without any. Both have
// a `state` that an item keeps, a `string` that grows to the right, and unigrams for estimates.
#pragma once

#include <cstdint>
#include <span>

#include "ngram/span.h"
#include "search/ngram_cache.h"

namespace laconic {

// No language model: nothing to keep, nothing to score.
class without_lm {
 public:
  struct state {
    bool operator==(const state&) const = default;
  };
  explicit without_lm(const ngram_model*) {}

  class string {
   public:
    explicit string(const without_lm&) {}
    void begin() {}
    void add_word(uint32_t) {}
    void add_state(const state&) {}
    double log10_prob() const { return 0; }
    state finish() const { return {}; }
  };
  template <class StateOf>
  void expect(std::span<const int32_t>, std::span<const uint32_t>, StateOf) {}
  void fetch_expected() {}
  double unigram(uint32_t) const { return 0; }
  static uint64_t hash(const state&) { return 0; }
  uint64_t queries() const { return 0; }
  uint64_t misses() const { return 0; }
};

// A language model whose states keep up to so many words on each side.
template <int Words>
class with_lm {
 public:
  using state = basic_chart_state<Words>;
  explicit with_lm(const ngram_model* lm) : cache_(*lm) {}

  class string : public basic_span_scorer<ngram_cache, Words> {
   public:
    explicit string(const with_lm& lm) : basic_span_scorer<ngram_cache, Words>(lm.cache_) {}
  };

  // What scoring this yield will ask for, where its pieces meet.
  template <class StateOf>
  void expect(std::span<const int32_t> yield, std::span<const uint32_t> words, StateOf state_of) {
    size_t next = 0;
    uint32_t newest = ngram_cache::no_word, before = ngram_cache::no_word;
    for (const int32_t piece : yield) {
      if (piece >= 0) {
        const uint32_t word = words[static_cast<size_t>(piece)];
        if (newest != ngram_cache::no_word) cache_.expect(1, word, newest, before);
        before = newest;
        newest = word;
        continue;
      }
      const state& tail = state_of(next++);
      if (newest != ngram_cache::no_word && tail.left.length > 0) {
        cache_.expect(1, tail.left.places[0], newest, before);
        if (tail.left.length > 1) cache_.expect(2, tail.left.places[1], newest, before);
      }
      before = tail.right.length > 1 ? tail.right.words[1] : newest;
      newest = tail.right.length > 0 ? tail.right.words[0] : ngram_cache::no_word;
    }
  }
  void fetch_expected() { cache_.fetch_expected(); }
  double unigram(uint32_t word) const { return cache_.unigram(word).log10_prob; }
  static uint64_t hash(const state& one) { return hash_state(one); }
  uint64_t queries() const { return cache_.queries(); }
  uint64_t misses() const { return cache_.misses(); }

 private:
  ngram_cache cache_;
};

}  // namespace laconic
