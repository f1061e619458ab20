// Reads a packed model back into lists; what was not quantised comes back as it was.
#pragma once

#include "ngram/lists.h"
#include "ngram/model.h"

namespace laconic {

ngram_lists unpack(const ngram_model& lm, workspace& space);

}  // namespace laconic
