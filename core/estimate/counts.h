// From text to the counts that Kneser-Ney smoothing works on.
//
// 1. Every window of N words, padded with starts at the left, is counted by sorting; the key is the
//    window newest word first, so windows that end alike are neighbours.
// 2. One pass over them gives, for each n-gram of each order, two counts: how often it was seen
//    (`seen`), and the one that is smoothed (`adjusted`): in the highest order, and for n-grams
//    that begin with the start, how often it was seen; else before how many different words.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "estimate/corpus.h"
#include "estimate/discounts.h"
#include "ngram/key.h"
#include "storage/sorter.h"

namespace laconic {

template <size_t Limbs>
struct seen_ngram {
  ngram_key<Limbs> key;
  uint64_t seen;
  void absorb(const seen_ngram& other) { seen += other.seen; }
};

template <size_t Limbs>
struct counted_ngram {
  ngram_key<Limbs> key;
  uint64_t seen, adjusted;
};

template <size_t Limbs>
struct ngram_counts {
  std::vector<spool<counted_ngram<Limbs>>> orders;
  std::vector<counts_of_counts> statistics;
};

template <size_t Limbs>
void count_windows(const corpus& text, key_layout layout, int order,
                   sorter<seen_ngram<Limbs>>& windows) {
  const size_t size = static_cast<size_t>(order);
  std::array<uint32_t, max_order> window;
  window.fill(sentence_start);
  progress& work = text.space().work();
  uint64_t pushed = 0;
  auto ids = text.read();
  for (uint32_t id; ids.next(id);) {
    for (size_t at = size - 1; at > 0; --at) window[at] = window[at - 1];
    window[0] = id;
    seen_ngram<Limbs> seen{{}, 1};
    for (size_t at = 0; at < size; ++at) layout.put(seen.key, at, window[at]);
    windows.push(seen);
    if (id == sentence_end) window.fill(sentence_start);
    if (++pushed % (1 << 16) == 0) work.advance(1 << 16);
  }
}

// The n-grams of each order that end the windows, kept open until a window ends otherwise.
template <size_t Limbs>
class count_adjuster {
 public:
  count_adjuster(key_layout layout, int order, workspace& space)
      : layout_(layout), order_(static_cast<size_t>(order)) {
    for (int n = 0; n < order; ++n) result_.orders.emplace_back(space);
    result_.statistics.resize(order_);
    open_.resize(order_ + 1);
  }

  void add(const seen_ngram<Limbs>& window) {
    const size_t longest = longest_real(window.key);
    const size_t same = length_ == 0 ? 0 : common(window.key, longest);
    close(same);
    for (size_t n = same + 1; n <= longest; ++n) {
      open_[n] = {prefix(window.key, n), 0, 0};
      if (n > 1) ++open_[n - 1].adjusted;
    }
    length_ = longest;
    for (size_t n = 1; n <= longest; ++n) open_[n].seen += window.seen;
  }

  ngram_counts<Limbs> finish() {
    close(0);
    return std::move(result_);
  }

 private:
  // A window that begins with several starts is an n-gram that begins with one.
  size_t longest_real(const ngram_key<Limbs>& key) const {
    size_t longest = order_;
    while (longest > 1 && layout_.word(key, longest - 2) == sentence_start) --longest;
    return longest;
  }
  size_t common(const ngram_key<Limbs>& key, size_t longest) const {
    const size_t most = std::min(longest, length_);
    size_t same = 0;
    while (same < most && layout_.word(key, same) == layout_.word(open_[length_].key, same)) ++same;
    return same;
  }
  ngram_key<Limbs> prefix(const ngram_key<Limbs>& key, size_t length) const {
    ngram_key<Limbs> result{};
    for (size_t at = 0; at < length; ++at) layout_.put(result, at, layout_.word(key, at));
    return result;
  }
  void close(size_t same) {
    for (; length_ > same; --length_) {
      counted_ngram<Limbs>& done = open_[length_];
      const bool from_start = layout_.word(done.key, length_ - 1) == sentence_start;
      if (length_ == order_ || from_start) done.adjusted = done.seen;
      result_.orders[length_ - 1].push(done);
      result_.statistics[length_ - 1].add(done.adjusted);
    }
  }

  key_layout layout_;
  size_t order_;
  std::vector<counted_ngram<Limbs>> open_;  // by order
  size_t length_ = 0;                       // how many orders are open
  ngram_counts<Limbs> result_;
};

template <size_t Limbs>
ngram_counts<Limbs> count_ngrams(corpus& text, key_layout layout, int order) {
  progress& work = text.space().work();
  sorter<seen_ngram<Limbs>> windows(text.space());
  work.begin("Counting", text.words() + text.sentences());
  count_windows(text, layout, order, windows);
  text.clear();
  work.begin("Sorting", 0);
  windows.sort();
  count_adjuster<Limbs> adjuster(layout, order, text.space());
  work.begin("Adjusting counts", 0);
  for (uint64_t done = 0; windows.current() != nullptr; windows.advance()) {
    adjuster.add(*windows.current());
    if (++done % (1 << 16) == 0) work.advance(1 << 16);
  }
  return adjuster.finish();
}

}  // namespace laconic
