// Entropy pruning (Stolcke 1998): n-grams go whose loss would raise the model's perplexity on its
// own text by less than a threshold.
//
// 1. From the highest order down, the n-grams of each context h are judged one by one, each as if
//    it went alone. P(h) is how often h was seen, not what the smoothed model says of it: the lower
//    orders of Kneser-Ney smoothing are no estimate of that.
// 2. What a longer kept n-gram ends in or begins with is kept, so the lists stay closed and p(w |
//    h') is what it was.
// 3. The backoff of h is set anew, so that its probabilities sum to one.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "estimate/smoothing.h"

namespace laconic {

template <size_t Limbs>
class pruner {
 public:
  // `tokens`: how many words and ends of sentences the text has.
  pruner(key_layout layout, double threshold, uint64_t tokens, workspace& space)
      : layout_(layout),
        threshold_(threshold),
        tokens_(static_cast<double>(tokens)),
        space_(&space),
        needed_endings_(space) {}

  void run(smoothed_model<Limbs>& model) {
    for (size_t order = model.orders.size(); order >= 2; --order) {
      const bool highest = order == model.orders.size();
      sorter<judged> kept(*space_);
      prune(order, model, highest, kept);
      kept.sort();
      store(order, model, kept);
    }
  }

 private:
  struct judged {
    ngram_key<Limbs> key;
    double prob, lower_prob;
    bool needed;
  };

  void prune(size_t order, smoothed_model<Limbs>& model, bool highest, sorter<judged>& kept) {
    sorter<judged> by_context(*space_);
    auto& ngrams = model.orders[order - 1];
    space_->work().begin("Pruning", 2 * ngrams.size());
    {
      // What is needed is listed in the order of the n-grams themselves.
      auto endings = needed_endings_.read();
      auto contexts = highest ? needed_endings_.read() : read_contexts(model, order);
      const auto is_next = [](auto& needed, const ngram_key<Limbs>& key) {
        const bool same = needed.current() != nullptr && needed.current()->key == key;
        if (same) needed.advance();
        return same;
      };
      for (auto all = ngrams.read(); all.current() != nullptr; all.advance()) {
        const auto& ngram = *all.current();
        const bool ending = is_next(endings, ngram.key);
        const bool context = !highest && is_next(contexts, ngram.key);
        by_context.push({newest_last(layout_, ngram.key, order), ngram.prob, ngram.lower_prob,
                         ending || context});
      }
    }
    space_->work().advance(ngrams.size());
    ngrams.clear();
    by_context.sort();
    judge_contexts(order, model, by_context, kept);
  }

  static auto read_contexts(const smoothed_model<Limbs>& model, size_t order) {
    return model.contexts[order - 1].read();
  }

  void judge_contexts(size_t order, smoothed_model<Limbs>& model, sorter<judged>& by_context,
                      sorter<judged>& kept) {
    spool<context_weight<Limbs>> weights(*space_);
    auto before = model.contexts[order - 2].read();
    const auto visit = [&](const auto& context, auto& members) {
      while (before.current()->key != context) before.advance();
      const uint64_t seen = before.current()->seen;
      const double backoff = judge(members, before.current()->backoff, seen);
      bool any = false;
      for (judged& member : members) {
        if (!member.needed) continue;
        member.key = newest_first(layout_, member.key, order);
        kept.push(member);
        any = true;
      }
      if (any) weights.push({context, backoff, seen});
    };
    visit_contexts<Limbs>(layout_, order, by_context, *space_, visit);
    model.contexts[order - 2].swap(weights);
  }

  // Marks as needed what is worth its place; gives the new backoff.
  double judge(std::vector<judged>& members, double backoff, uint64_t seen) const {
    double lower_left = 1;
    for (const judged& member : members) lower_left -= member.lower_prob;
    const double left = backoff * lower_left;
    // Where nothing is left to other words, nothing can be given back to them.
    const bool all_needed = !(left > 0 && lower_left > 0);
    const double context_prob = static_cast<double>(seen) / tokens_;
    double new_left = left, new_lower_left = lower_left;
    for (judged& member : members) {
      if (member.needed) continue;
      member.needed = all_needed || loss(member, context_prob, left, lower_left) >= threshold_;
      if (member.needed) continue;
      new_left += member.prob;
      new_lower_left += member.lower_prob;
    }
    return new_lower_left > 0 ? new_left / new_lower_left : backoff;
  }

  // By how much, relative to what it is, perplexity grows without this n-gram.
  static double loss(const judged& ngram, double context_prob, double left, double lower_left) {
    const double ln_before = std::log(left / lower_left);
    const double ln_after = std::log((left + ngram.prob) / (lower_left + ngram.lower_prob));
    const double ln_own = std::log(ngram.lower_prob) + ln_after - std::log(ngram.prob);
    const double change = ngram.prob * ln_own + left * (ln_after - ln_before);
    return std::expm1(-context_prob * change);
  }

  void store(size_t order, smoothed_model<Limbs>& model, sorter<judged>& kept) {
    needed_endings_.clear();
    ngram_key<Limbs> last{};
    for (; kept.current() != nullptr; kept.advance()) {
      const judged& ngram = *kept.current();
      model.orders[order - 1].push({ngram.key, ngram.prob, ngram.lower_prob});
      const ngram_key<Limbs> ending = without_last(layout_, ngram.key, order);
      if (needed_endings_.size() == 0 || ending != last) needed_endings_.push({ending, 0, 0});
      last = ending;
    }
  }

  key_layout layout_;
  double threshold_;
  double tokens_;
  workspace* space_;
  spool<context_weight<Limbs>> needed_endings_;
};

}  // namespace laconic
