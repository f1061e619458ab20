// A model as ARPA text, made block by block, so that the caller may pack it on the way.
#pragma once

#include <string>

#include "ngram/lists.h"

namespace laconic {

class arpa_writer {
 public:
  // The lists must live as long as the writer.
  explicit arpa_writer(const ngram_lists& lists);

  // The next part of the text; empty at the end.
  std::string next();

 private:
  void write_header(std::string& text) const;
  void write_ngram(const ngram_entry& entry, std::string& text) const;

  const ngram_lists& lists_;
  int order_ = 0;  // what is being written; 0 is the header, one more than the last the end
  ngram_list::reader ngrams_;
};

}  // namespace laconic
