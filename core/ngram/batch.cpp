#include "batch.h"

#include <algorithm>

namespace laconic {

batch_scorer::batch_scorer(const ngram_model& lm)
    : lm_(lm),
      history_(static_cast<size_t>(lm.order())),
      words_(history_ + at_once, unknown_word),
      limits_(1 + at_once, -1),
      walked_(1 + at_once) {
  walked_[0].depth = 0;
  open_.reserve(at_once);
}

void batch_scorer::score(const uint32_t* words, size_t count, float* log10_probs) {
  for (size_t first = 0; first < count; first += at_once) {
    const size_t now = std::min(at_once, count - first);
    std::copy(words + first, words + first + now,
              words_.begin() + static_cast<ptrdiff_t>(history_));
    walk(now);
    for (size_t at = 0; at < now; ++at) {
      const walked& word = walked_[at + 1];
      const walked& before = walked_[at];
      float log10_prob = word.log10_prob;
      if (limits_[at + 1] > 0) {
        for (int length = word.depth; length <= before.depth; ++length) {
          log10_prob += before.log10_backoffs[length - 1];
        }
      }
      log10_probs[first + at] = log10_prob;
    }
    // What the next block needs of this one.
    std::copy_n(words_.begin() + static_cast<ptrdiff_t>(now), history_, words_.begin());
    limits_[0] = limits_[now];
    walked_[0] = walked_[now];
  }
}

void batch_scorer::walk(size_t count) {
  open_.clear();
  for (size_t at = 0; at < count; ++at) {
    const uint32_t word = words_[history_ + at];
    limits_[at + 1] = word == sentence_start ? 0 : limits_[at] + 1;
    const ngram_node node = lm_.unigram(word);
    walked_[at + 1] = {node.log10_prob, 1, node.place, {node.log10_backoff}};
    if (node.extends_left && limits_[at + 1] > 0 && lm_.order() > 1) {
      open_.push_back({static_cast<uint32_t>(at), 0});
    }
  }
  for (int length = 1; length < lm_.order() && !open_.empty(); ++length) look_up_all(length);
}

// Tries to make every open n-gram of this length longer by one; those that can grow on stay open.
void batch_scorer::look_up_all(int length) {
  const packed_table& table = lm_.table(length + 1);
  for (look_up& each : open_) {
    const uint32_t before = words_[history_ + each.at - static_cast<size_t>(length)];
    each.key = table.scrambled_key(walked_[each.at + 1].place, before);
    table.prefetch_start(each.key);
  }
  for (const look_up& each : open_) table.prefetch_bucket(each.key);
  size_t kept = 0;
  for (const look_up& each : open_) {
    uint32_t place;
    if (!table.find(each.key, place)) continue;
    const ngram_node node = lm_.node_at(length + 1, place);
    walked& word = walked_[each.at + 1];
    word.log10_prob = node.log10_prob;
    word.place = place;
    word.log10_backoffs[word.depth++] = node.log10_backoff;
    if (node.extends_left && limits_[each.at + 1] > length) open_[kept++] = each;
  }
  open_.resize(kept);
}

}  // namespace laconic
