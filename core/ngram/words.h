// The ids of words: unknown, start and end first, then the others. Text in, ids out while a model
// is made; a finished model looks words up in its file (ngram/model.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laconic {

constexpr uint32_t unknown_word = 0;
constexpr uint32_t sentence_start = 1;
constexpr uint32_t sentence_end = 2;
constexpr uint32_t special_words = 3;
constexpr std::string_view special_texts[special_words] = {"<unk>", "<s>", "</s>"};

// What separates words in text and in ARPA files.
inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }

class word_ids {
 public:
  // Holds the three special words from the start.
  word_ids();

  // The id of a word, a new one if it has none yet.
  uint32_t add(std::string_view word);
  std::string_view text(uint32_t id) const {
    return {pool_.data() + starts_[id], starts_[id + 1] - starts_[id]};
  }
  uint32_t size() const { return static_cast<uint32_t>(starts_.size() - 1); }
  uint64_t bytes() const;

 private:
  struct slot {
    uint32_t id;
    uint32_t tag;
  };
  static constexpr uint32_t empty = UINT32_MAX;
  void grow();

  std::vector<char> pool_;
  std::vector<uint64_t> starts_{0};
  std::vector<slot> slots_;
};

}  // namespace laconic
