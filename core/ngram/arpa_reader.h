// Reads ARPA text, line by line, into lists; says where and why it cannot.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ngram/lists.h"

namespace laconic {

class arpa_reader {
 public:
  explicit arpa_reader(workspace& space);
  ~arpa_reader();

  // Whole lines; `first_line` is the number of the first one.
  void add(std::string_view lines, uint64_t first_line);
  // After the last line: the lists, closed (ngram/closing.h).
  ngram_lists finish();

 private:
  enum class part { before, counts, ngrams, after };
  class section_sorter;
  template <size_t Limbs>
  class sized_sorter;

  void add_line(std::string_view line);
  void add_count(std::string_view line);
  void begin_section(std::string_view line);
  void add_ngram(std::string_view line);
  uint32_t id_of(std::string_view word);
  void end_section();
  void end_words();
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

  workspace& space_;
  part part_ = part::before;
  uint64_t line_ = 0;
  std::vector<uint64_t> counts_;  // as announced, by order
  int order_ = 0;                 // of the section being read
  uint64_t read_ = 0;             // n-grams of it
  ngram_lists lists_;
  std::vector<ngram_entry> unigrams_;  // by id; implied until they are met
  std::unique_ptr<section_sorter> sorter_;
};

}  // namespace laconic
