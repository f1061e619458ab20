// Adds to lists of n-grams what other programs leave out, without changing any probability
// (but one above one, which no model should have: it becomes one).
//
// 1. What an n-gram ends in, and what it begins with, becomes an n-gram of its own (`implied`),
//    with the probability it has through backing off, and no backoff.
// 2. What n-grams begin with is marked as a context, and so is what a context ends in.
#pragma once

#include "ngram/lists.h"

namespace laconic {

// The lists must be sorted, and all words in the first one.
void close_lists(ngram_lists& lists, workspace& space);

}  // namespace laconic
