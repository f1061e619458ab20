#include "words.h"

#include "errors.h"
#include "hashing.h"

namespace laconic {

word_ids::word_ids() : slots_(1 << 12, slot{empty, 0}) {
  for (const std::string_view text : special_texts) add(text);
}

uint32_t word_ids::add(std::string_view word) {
  const uint64_t hash = hash_word(word);
  const uint32_t tag = static_cast<uint32_t>(hash >> 32);
  const uint64_t mask = slots_.size() - 1;
  uint64_t at = hash & mask;
  for (; slots_[at].id != empty; at = (at + 1) & mask) {
    if (slots_[at].tag == tag && text(slots_[at].id) == word) return slots_[at].id;
  }
  if (size() == empty) throw format_error("more than four billion words", "fewer");
  const uint32_t id = size();
  slots_[at] = {id, tag};
  pool_.insert(pool_.end(), word.begin(), word.end());
  starts_.push_back(pool_.size());
  if (starts_.size() * 2 > slots_.size()) grow();
  return id;
}

void word_ids::grow() {
  std::vector<slot> slots(slots_.size() * 2, slot{empty, 0});
  const uint64_t mask = slots.size() - 1;
  for (uint32_t id = 0; id < size(); ++id) {
    const uint64_t hash = hash_word(text(id));
    uint64_t at = hash & mask;
    while (slots[at].id != empty) at = (at + 1) & mask;
    slots[at] = {id, static_cast<uint32_t>(hash >> 32)};
  }
  slots_.swap(slots);
}

uint64_t word_ids::bytes() const {
  return pool_.capacity() + starts_.capacity() * sizeof starts_[0] +
         slots_.capacity() * sizeof(slot);
}

}  // namespace laconic
