// From counts to probabilities: interpolated modified Kneser-Ney, order by order.
//
//     p(w | h) = (c(h w) - D(c(h w))) / c(h) + gamma(h) p(w | h'),   h' without its oldest word
//
// Sorted by context, the n-grams of one h are neighbours, which gives c(h) and gamma(h); sorted by
// ending again, each n-gram meets the one it ends in, which gives p(w | h'). A cut n-gram leaves
// its whole count to gamma(h), so that probabilities still sum to one.
#pragma once

#include <cstdint>
#include <vector>

#include "estimate/counts.h"

namespace laconic {

template <size_t Limbs>
struct smoothed_ngram {
  ngram_key<Limbs> key;  // newest word first, or context first
  double prob;           // before interpolation only the first summand
  double lower_prob;     // before interpolation gamma(h), after it p(w | h')
};

template <size_t Limbs>
struct context_weight {
  ngram_key<Limbs> key;  // the context, newest word first
  double backoff;
  uint64_t seen;  // how often it was seen before any word, those that are cut included
};

// Every list in the order of the lists (ngram/lists.h).
template <size_t Limbs>
struct smoothed_model {
  std::vector<spool<smoothed_ngram<Limbs>>> orders;
  std::vector<spool<context_weight<Limbs>>> contexts;  // contexts[n - 1] are n words long
};

// The key with its newest word last, context first, and the other way round.
template <size_t Limbs>
ngram_key<Limbs> newest_last(key_layout layout, const ngram_key<Limbs>& key, size_t order) {
  ngram_key<Limbs> result{};
  for (size_t at = 1; at < order; ++at) layout.put(result, at - 1, layout.word(key, at));
  layout.put(result, order - 1, layout.word(key, 0));
  return result;
}
template <size_t Limbs>
ngram_key<Limbs> newest_first(key_layout layout, const ngram_key<Limbs>& key, size_t order) {
  ngram_key<Limbs> result{};
  layout.put(result, 0, layout.word(key, order - 1));
  for (size_t at = 1; at < order; ++at) layout.put(result, at, layout.word(key, at - 1));
  return result;
}

// What is left of a key without its last word: of a newest-last key the context, of a newest-first
// key the ending.
template <size_t Limbs>
ngram_key<Limbs> without_last(key_layout layout, ngram_key<Limbs> key, size_t order) {
  layout.put(key, order - 1, 0);
  return key;
}

// Calls `visit(context, members)` for each context of records sorted newest last; the members may
// be changed.
template <size_t Limbs, class Record, class Visit>
void visit_contexts(key_layout layout, size_t order, sorter<Record>& records, workspace& space,
                    Visit visit) {
  std::vector<Record> members;
  while (records.current() != nullptr) {
    const ngram_key<Limbs> context = without_last(layout, records.current()->key, order);
    members.clear();
    do {
      members.push_back(*records.current());
      records.advance();
    } while (records.current() != nullptr &&
             without_last(layout, records.current()->key, order) == context);
    visit(context, members);
    space.work().advance(members.size());
  }
}

template <size_t Limbs>
class smoother {
 public:
  smoother(key_layout layout, uint32_t vocabulary, workspace& space)
      : layout_(layout), vocabulary_(vocabulary), space_(&space) {}

  smoothed_model<Limbs> run(ngram_counts<Limbs>& counts, const std::vector<discounts>& discount,
                            const std::vector<uint64_t>& cutoffs) {
    smooth_words(counts.orders[0], discount[0]);
    for (size_t order = 2; order <= counts.orders.size(); ++order) {
      auto& counted = counts.orders[order - 1];
      space_->work().begin("Estimating", 3 * counted.size());
      sorter<smoothed_ngram<Limbs>> kept(*space_);
      normalise(order, counted, discount[order - 1], cutoffs[order - 1], kept);
      counted.clear();
      kept.sort();
      interpolate(order, kept);
    }
    return std::move(result_);
  }

 private:
  // Words are interpolated with the uniform distribution over all but the start.
  void smooth_words(const spool<counted_ngram<Limbs>>& counted, const discounts& discount) {
    double total = 0, freed = 0;
    for (auto words = counted.read(); words.current() != nullptr; words.advance()) {
      total += static_cast<double>(words.current()->adjusted);
      freed += discount(words.current()->adjusted);
    }
    const double uniform = 1.0 / (vocabulary_ - 1);
    result_.orders.emplace_back(*space_);
    auto words = counted.read();
    for (uint32_t id = 0; id < vocabulary_; ++id) {
      smoothed_ngram<Limbs> word{{}, freed / total * uniform, uniform};
      layout_.put(word.key, 0, id);
      if (words.current() != nullptr && words.current()->key == word.key) {
        const uint64_t adjusted = words.current()->adjusted;
        word.prob += (static_cast<double>(adjusted) - discount(adjusted)) / total;
        words.advance();
      }
      if (id == sentence_start) word.prob = 0;
      result_.orders[0].push(word);
    }
  }

  void normalise(size_t order, const spool<counted_ngram<Limbs>>& counted,
                 const discounts& discount, uint64_t cutoff, sorter<smoothed_ngram<Limbs>>& kept) {
    sorter<counted_ngram<Limbs>> by_context(*space_);
    for (auto ngrams = counted.read(); ngrams.current() != nullptr; ngrams.advance()) {
      counted_ngram<Limbs> ngram = *ngrams.current();
      ngram.key = newest_last(layout_, ngram.key, order);
      by_context.push(ngram);
    }
    space_->work().advance(counted.size());
    by_context.sort();
    result_.contexts.emplace_back(*space_);
    const auto visit = [&](const auto& context, auto& members) {
      double total = 0, freed = 0;
      uint64_t seen = 0;
      bool any = false;
      for (const auto& member : members) {
        seen += member.seen;
        const bool keep = member.seen > cutoff;
        total += static_cast<double>(member.adjusted);
        freed += keep ? discount(member.adjusted) : static_cast<double>(member.adjusted);
        any |= keep;
      }
      if (!any) return;
      const double gamma = freed / total;
      result_.contexts.back().push({context, gamma, seen});
      for (const auto& member : members) {
        if (member.seen <= cutoff) continue;
        const double left = static_cast<double>(member.adjusted) - discount(member.adjusted);
        kept.push({newest_first(layout_, member.key, order), left / total, gamma});
      }
    };
    visit_contexts<Limbs>(layout_, order, by_context, *space_, visit);
  }

  void interpolate(size_t order, sorter<smoothed_ngram<Limbs>>& kept) {
    spool<smoothed_ngram<Limbs>> done(*space_);
    auto lower = result_.orders.back().read();
    for (; kept.current() != nullptr; kept.advance()) {
      smoothed_ngram<Limbs> ngram = *kept.current();
      const ngram_key<Limbs> ending = without_last(layout_, ngram.key, order);
      while (lower.current()->key != ending) lower.advance();
      ngram.prob += ngram.lower_prob * lower.current()->prob;
      ngram.lower_prob = lower.current()->prob;
      done.push(ngram);
      space_->work().advance(1);
    }
    result_.orders.push_back(std::move(done));
  }

  key_layout layout_;
  uint32_t vocabulary_;
  workspace* space_;
  smoothed_model<Limbs> result_;
};

}  // namespace laconic
