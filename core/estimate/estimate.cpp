#include "estimate.h"

#include <algorithm>
#include <cmath>

#include "errors.h"
#include "estimate/counts.h"
#include "estimate/pruning.h"
#include "estimate/smoothing.h"
#include "ngram/key.h"

namespace laconic {

namespace {

// What ARPA files write for a probability of zero.
constexpr float log10_zero = -99;

float log10_of(double prob) {
  return prob > 0 ? std::min(0.0f, static_cast<float>(std::log10(prob))) : log10_zero;
}
// Pruning may raise a backoff above one.
float log10_of_backoff(double backoff) {
  return backoff > 0 ? static_cast<float>(std::log10(backoff)) + 0.0f : log10_zero;
}

template <size_t Limbs>
void store(key_layout layout, smoothed_model<Limbs>& model, workspace& space,
           std::vector<ngram_list>& lists) {
  for (size_t order = 1; order <= model.orders.size(); ++order) {
    ngram_list& list = lists.emplace_back(static_cast<int>(order), space);
    const bool highest = order == model.orders.size();
    const spool<context_weight<Limbs>> none(space);
    auto contexts = (highest ? none : model.contexts[order - 1]).read();
    auto ngrams = model.orders[order - 1].read();
    for (; ngrams.current() != nullptr; ngrams.advance()) {
      ngram_entry entry{{}, log10_of(ngrams.current()->prob), no_backoff, false};
      const ngram_key<Limbs>& key = ngrams.current()->key;
      for (size_t at = 0; at < order; ++at) entry.words[at] = layout.word(key, at);
      if (contexts.current() != nullptr && contexts.current()->key == ngrams.current()->key) {
        entry.log10_backoff = log10_of_backoff(contexts.current()->backoff);
        contexts.advance();
      }
      list.push(entry);
      space.work().advance(1);
    }
    model.orders[order - 1].clear();
  }
}

template <size_t Limbs>
void fill(corpus& text, const estimate_options& options, key_layout layout,
          estimated_model& result) {
  workspace& space = text.space();
  auto counts = count_ngrams<Limbs>(text, layout, options.order);
  for (const auto& statistics : counts.statistics) {
    result.discount.push_back(estimate_discounts(statistics));
  }
  for (const auto& ngrams : counts.orders) result.seen.push_back(ngrams.size());
  // Words that a cut-off made unknown were seen as well, and so was the end of a sentence.
  result.seen[0] = text.different_words() + 1;
  const uint64_t tokens = text.words() + text.sentences();
  smoother<Limbs> smooth(layout, result.lists.words.size(), space);
  auto model = smooth.run(counts, result.discount, options.cutoffs);
  if (options.prune_threshold > 0) {
    pruner<Limbs>(layout, options.prune_threshold, tokens, space).run(model);
  }
  uint64_t kept = 0;
  for (const auto& ngrams : model.orders) kept += ngrams.size();
  space.work().begin("Storing", kept);
  store(layout, model, space, result.lists.orders);
}

}  // namespace

estimated_model estimate(corpus& text, const estimate_options& options) {
  if (text.words() == 0) throw format_error("no words", "text to estimate a model from");
  estimated_model result;
  result.lists.normalisation = options.normalisation;
  result.lists.words = text.rank(options.cutoffs[0]);
  text.space().give_up(result.lists.words.bytes());
  const key_layout layout(result.lists.words.size());
  with_limbs(layout.limbs(options.order),
             [&]<size_t Limbs>() { fill<Limbs>(text, options, layout, result); });
  return result;
}

}  // namespace laconic
