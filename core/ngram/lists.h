// A model as lists of n-grams, the form between all others: text, ARPA and the packed file are read
// into it and written from it.
//
// The words of an n-gram stand newest first: "the old car" is car, old, the. Each list is sorted by
// them, so that all n-grams that end in "old car" follow each other, as "old car" itself does in
// the list before. Lists are closed: what an n-gram ends in, and what it begins with, is in the
// list before it.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "ngram/words.h"
#include "storage/spool.h"

namespace laconic {

constexpr int max_order = 10;

// The backoff of an n-gram that nothing follows: negative zero, so that a sum may take it as zero.
constexpr float no_backoff = -0.0f;
inline bool is_context(float log10_backoff) {
  return log10_backoff != 0 || !std::signbit(log10_backoff);
}

struct ngram_entry {
  std::array<uint32_t, max_order> words;  // newest first
  float log10_prob;
  float log10_backoff;
  bool implied;  // not in the ARPA file it came from: there to keep the lists closed

  bool ends_in(const ngram_entry& shorter, int shorter_order) const {
    return std::equal(words.begin(), words.begin() + shorter_order, shorter.words.begin());
  }
};

class ngram_list {
 public:
  ngram_list(int order, workspace& space) : order_(order), cells_(space) {}

  void push(const ngram_entry& entry);
  uint64_t size() const { return cells_.size() / stride(); }
  int order() const { return order_; }
  void clear() { cells_.clear(); }

  class reader {
   public:
    explicit reader(const ngram_list& list) : order_(list.order_), cells_(list.cells_) {
      advance();
    }
    // Null at the end.
    const ngram_entry* current() const { return has_ ? &entry_ : nullptr; }
    void advance();

   private:
    int order_;
    spool<uint32_t>::reader cells_;
    ngram_entry entry_{};
    bool has_ = false;
  };
  reader read() const { return reader(*this); }

 private:
  uint64_t stride() const { return static_cast<uint64_t>(order_) + 3; }

  int order_;
  spool<uint32_t> cells_;
};

struct ngram_lists {
  ngram_lists() = default;
  ngram_lists(ngram_lists&&) = default;
  ngram_lists& operator=(ngram_lists&&) = default;

  std::string normalisation;
  word_ids words;
  std::vector<ngram_list> orders;  // orders[0] holds one entry for each word, by id

  int order() const { return static_cast<int>(orders.size()); }
  uint64_t count_stored(int order) const;  // without the implied ones
};

}  // namespace laconic
