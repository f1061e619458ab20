#include "search/scores.h"

#include <stdexcept>

#include "search/chart.h"

namespace laconic {

void search_scores::check(const forest& whole) const {
  const auto require = [](bool right, const char* wrong) {
    if (!right) throw std::invalid_argument(wrong);
  };
  require(edges.size() == whole.edges(), "scores need one number for each edge");
  for (const double score : edges) {
    require(can_be_added(score), "the score of an edge is not a finite number, or a huge one");
  }
  require(can_be_added(lm_weight), "the weight of the model is not a finite number");
  if (lm) {
    require(lm_words.size() == static_cast<size_t>(whole.words()), "words need an id each");
    for (const uint32_t word : lm_words) {
      require(word < lm->words(), "the model does not have such a word");
    }
  }
  if (ngrams) {
    require(ngram_types.size() == static_cast<size_t>(whole.words()), "words need a type each");
    for (const int32_t type : ngram_types) {
      require(ngrams->has_type(type), "the type of a word is out of range");
    }
  }
}

}  // namespace laconic
