// The text a model is estimated from, as ids: each word gets one when it is first met, and once all
// are counted, its place among the words by frequency.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ngram/words.h"
#include "storage/spool.h"

namespace laconic {

class corpus {
 public:
  explicit corpus(workspace& space) : space_(&space), ids_(space), counts_(special_words, 0) {}

  // Whole lines of UTF-8, a sentence each, words between white space; empty lines are passed over.
  // `first_line` is the number of the first one in its file.
  void add(std::string_view lines, uint64_t first_line);

  uint64_t words() const { return words_; }
  uint64_t sentences() const { return sentences_; }
  // Different words, the unknown one only if the text has it.
  uint64_t different_words() const {
    return counts_.size() - special_words + (counts_[unknown_word] > 0);
  }
  workspace& space() const { return *space_; }

  // The final ids: by falling count, then by text, so that the order of the text does not matter.
  // Words seen `cutoff` times or less become the unknown word.
  word_ids rank(uint64_t cutoff);

  // The text in final ids, an end after each sentence; `rank` comes first.
  class reader {
   public:
    explicit reader(const corpus& from) : from_(&from), ids_(from.ids_.read()) {}
    bool next(uint32_t& id) {
      if (ids_.current() == nullptr) return false;
      id = from_->final_ids_[*ids_.current()];
      ids_.advance();
      return true;
    }

   private:
    const corpus* from_;
    spool<uint32_t>::reader ids_;
  };
  reader read() const { return reader(*this); }
  void clear() { ids_.clear(); }

 private:
  void add_sentence(std::string_view line, uint64_t number);

  workspace* space_;
  word_ids first_ids_;
  spool<uint32_t> ids_;
  std::vector<uint64_t> counts_;
  std::vector<uint32_t> final_ids_;
  uint64_t words_ = 0, sentences_ = 0;
};

}  // namespace laconic
