// Writes the lists of a model as a packed file (ngram/layout.h).
#pragma once

#include <cstdint>
#include <string>

#include "ngram/lists.h"

namespace laconic {

struct packing_options {
  unsigned prob_bits = 0;  // 0: floats; else 2 to 12 bits for each probability
  unsigned backoff_bits = 0;
};

// How many bytes the file has.
uint64_t write_packed(const ngram_lists& lists, const std::string& path,
                      const packing_options& options, workspace& space);

}  // namespace laconic
