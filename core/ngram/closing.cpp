#include "closing.h"

#include <map>

#include "ngram/key.h"
#include "storage/sorter.h"

namespace laconic {

namespace {

template <size_t Limbs>
class closer {
 public:
  closer(ngram_lists& lists, workspace& space)
      : lists_(lists), space_(space), layout_(lists.words.size()) {}

  void run() {
    for (size_t order = lists_.orders.size(); order >= 2; --order) add_wanted(order);
    for (size_t order = 2; order <= lists_.orders.size(); ++order) set_implied_probs(order);
  }

 private:
  using key_type = ngram_key<Limbs>;

  // An n-gram that must be there, perhaps as a context.
  struct wanted {
    key_type key;
    bool context;
    void absorb(const wanted& other) { context |= other.context; }
  };

  key_type make_key(const ngram_entry& entry, size_t first, size_t length) const {
    key_type key{};
    for (size_t at = 0; at < length; ++at) layout_.put(key, at, entry.words[first + at]);
    return key;
  }

  // Completes the list before the one of `order` with what that one needs.
  void add_wanted(size_t order) {
    sorter<wanted> all(space_);
    for (auto ngrams = lists_.orders[order - 1].read(); ngrams.current() != nullptr;
         ngrams.advance()) {
      const ngram_entry& entry = *ngrams.current();
      all.push({make_key(entry, 0, order - 1), is_context(entry.log10_backoff)});
      all.push({make_key(entry, 1, order - 1), true});
    }
    all.sort();
    ngram_list merged(static_cast<int>(order) - 1, space_);
    auto there = lists_.orders[order - 2].read();
    while (there.current() != nullptr || all.current() != nullptr) {
      const bool has_there = there.current() != nullptr;
      const key_type there_key = has_there ? make_key(*there.current(), 0, order - 1) : key_type{};
      if (all.current() == nullptr || (has_there && there_key < all.current()->key)) {
        merged.push(*there.current());
        there.advance();
        continue;
      }
      const bool known = has_there && there_key == all.current()->key;
      ngram_entry entry = known ? *there.current() : implied(all.current()->key, order - 1);
      if (all.current()->context && !is_context(entry.log10_backoff)) entry.log10_backoff = 0.0f;
      merged.push(entry);
      if (known) there.advance();
      all.advance();
    }
    lists_.orders[order - 2] = std::move(merged);
  }
  ngram_entry implied(const key_type& key, size_t order) const {
    ngram_entry entry{{}, 0, no_backoff, true};
    for (size_t at = 0; at < order; ++at) entry.words[at] = layout_.word(key, at);
    return entry;
  }

  // Few n-grams are implied, so what they need is kept in memory.
  void set_implied_probs(size_t order) {
    const ngram_list& list = lists_.orders[order - 1];
    std::map<key_type, float> log10_backoffs;
    for (auto ngrams = list.read(); ngrams.current() != nullptr; ngrams.advance()) {
      if (ngrams.current()->implied) log10_backoffs[make_key(*ngrams.current(), 1, order - 1)] = 0;
    }
    if (log10_backoffs.empty()) return;
    const ngram_list& shorter = lists_.orders[order - 2];
    for (auto contexts = shorter.read(); contexts.current() != nullptr; contexts.advance()) {
      const auto found = log10_backoffs.find(make_key(*contexts.current(), 0, order - 1));
      if (found != log10_backoffs.end()) found->second = contexts.current()->log10_backoff;
    }
    ngram_list complete(static_cast<int>(order), space_);
    auto endings = shorter.read();
    for (auto ngrams = list.read(); ngrams.current() != nullptr; ngrams.advance()) {
      ngram_entry entry = *ngrams.current();
      while (!entry.ends_in(*endings.current(), static_cast<int>(order) - 1)) endings.advance();
      if (entry.implied) {
        const float log10_backoff = log10_backoffs[make_key(entry, 1, order - 1)];
        entry.log10_prob = std::min(0.0f, endings.current()->log10_prob + log10_backoff);
      }
      complete.push(entry);
    }
    lists_.orders[order - 1] = std::move(complete);
  }

  ngram_lists& lists_;
  workspace& space_;
  key_layout layout_;
};

}  // namespace

void close_lists(ngram_lists& lists, workspace& space) {
  with_limbs(key_layout(lists.words.size()).limbs(lists.order()),
             [&]<size_t Limbs>() { closer<Limbs>(lists, space).run(); });
}

}  // namespace laconic
