#include "lists.h"

#include <bit>

namespace laconic {

void ngram_list::push(const ngram_entry& entry) {
  for (int at = 0; at < order_; ++at) cells_.push(entry.words[static_cast<size_t>(at)]);
  cells_.push(std::bit_cast<uint32_t>(entry.log10_prob));
  cells_.push(std::bit_cast<uint32_t>(entry.log10_backoff));
  cells_.push(entry.implied);
}

void ngram_list::reader::advance() {
  has_ = cells_.current() != nullptr;
  if (!has_) return;
  const auto take = [this] {
    const uint32_t cell = *cells_.current();
    cells_.advance();
    return cell;
  };
  for (int at = 0; at < order_; ++at) entry_.words[static_cast<size_t>(at)] = take();
  entry_.log10_prob = std::bit_cast<float>(take());
  entry_.log10_backoff = std::bit_cast<float>(take());
  entry_.implied = take() != 0;
}

uint64_t ngram_lists::count_stored(int order) const {
  uint64_t count = 0;
  const ngram_list& list = orders[static_cast<size_t>(order) - 1];
  for (auto entries = list.read(); entries.current() != nullptr; entries.advance()) {
    count += !entries.current()->implied;
  }
  return count;
}

}  // namespace laconic
