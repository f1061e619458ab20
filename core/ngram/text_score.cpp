#include "text_score.h"

#include <algorithm>

#include "ngram/batch.h"
#include "ngram/span.h"

namespace laconic {

namespace {

uint32_t usable(const ngram_model& lm, uint32_t id) {
  return id < lm.words() && id != sentence_start ? id : unknown_word;
}

// Two states in turn, so that no score is written where it is read from.
class word_scorer {
 public:
  explicit word_scorer(const ngram_model& lm) : lm_(lm), start_(start_of(lm)) { restart(); }

  void restart() { now_[at_] = start_; }
  void forget() { now_[at_].length = 0; }
  scored_word add(uint32_t word) {
    const scored_word scored = score_word(lm_, now_[at_], word, now_[1 - at_]);
    at_ = 1 - at_;
    return scored;
  }

 private:
  static right_state start_of(const ngram_model& lm) {
    span_scorer scorer(lm);
    scorer.begin();
    return scorer.finish().right;
  }

  const ngram_model& lm_;
  right_state start_;
  right_state now_[2];
  int at_ = 0;
};

void count(text_score& total, uint32_t word, double log10_prob) {
  total.log10_prob += log10_prob;
  total.sentences += word == sentence_end;
  total.words += word != sentence_end;
  if (word != unknown_word) return;
  ++total.unknown_words;
  total.unknown_log10_prob += log10_prob;
}

// Collects words into sentences and scores them in batches.
class text_scorer {
 public:
  explicit text_scorer(const ngram_model& lm) : batch_(lm) {}

  void add(uint32_t word) {
    if (at_start_) words_.push_back(sentence_start);
    at_start_ = word == sentence_end;
    words_.push_back(word);
    if (words_.size() >= at_once) flush();
  }
  const text_score& total() {
    flush();
    return total_;
  }

 private:
  static constexpr size_t at_once = 4096;

  void flush() {
    log10_probs_.resize(words_.size());
    batch_.score(words_.data(), words_.size(), log10_probs_.data());
    for (size_t at = 0; at < words_.size(); ++at) {
      if (words_[at] != sentence_start) count(total_, words_[at], log10_probs_[at]);
    }
    words_.clear();
  }

  batch_scorer batch_;
  std::vector<uint32_t> words_;
  std::vector<float> log10_probs_;
  bool at_start_ = true;
  text_score total_;
};

// Words found in text on their way to their ids; an empty one is the end of a sentence.
class text_reader {
 public:
  text_reader(const ngram_model& lm, text_scorer& scorer) : lm_(lm), scorer_(scorer) {}

  void add(std::string_view word) {
    words_[count_++] = word;
    if (count_ == at_once) flush();
  }
  void flush() {
    uint32_t ids[at_once];
    lm_.word_ids(words_, count_, ids);
    for (size_t at = 0; at < count_; ++at) {
      // In text the marks of a sentence are words like others, and unknown.
      const bool is_mark = ids[at] == sentence_start || ids[at] == sentence_end;
      scorer_.add(words_[at].empty() ? sentence_end : is_mark ? unknown_word : ids[at]);
    }
    count_ = 0;
  }

 private:
  static constexpr size_t at_once = 256;
  const ngram_model& lm_;
  text_scorer& scorer_;
  std::string_view words_[at_once];
  size_t count_ = 0;
};

}  // namespace

text_score score_text(const ngram_model& lm, std::string_view lines) {
  text_scorer scorer(lm);
  text_reader reader(lm, scorer);
  const char* at = lines.data();
  const char* const end = at + lines.size();
  bool any = false;
  const auto end_line = [&] {
    if (any) reader.add({});
    any = false;
  };
  while (at != end) {
    if (is_space(*at)) {
      if (*at == '\n') end_line();
      ++at;
      continue;
    }
    const char* const start = at;
    while (at != end && !is_space(*at)) ++at;
    reader.add({start, static_cast<size_t>(at - start)});
    any = true;
  }
  end_line();
  reader.flush();
  return scorer.total();
}

text_score score_ids(const ngram_model& lm, const uint32_t* ids, size_t count) {
  text_scorer scorer(lm);
  for (size_t at = 0; at < count; ++at) scorer.add(usable(lm, ids[at]));
  return scorer.total();
}

text_score score_ids_singly(const ngram_model& lm, const uint32_t* ids, size_t size) {
  word_scorer scorer(lm);
  text_score total;
  for (size_t at = 0; at < size; ++at) {
    const uint32_t word = usable(lm, ids[at]);
    count(total, word, scorer.add(word).log10_prob);
    if (word == sentence_end) scorer.restart();
  }
  return total;
}

std::vector<scored_word> score_sentence(const ngram_model& lm, const std::vector<uint32_t>& words,
                                        bool begin, bool end) {
  word_scorer scorer(lm);
  if (!begin) scorer.forget();
  std::vector<scored_word> scored;
  for (const uint32_t word : words) {
    scored.push_back(scorer.add(usable(lm, word)));
  }
  if (end) scored.push_back(scorer.add(sentence_end));
  return scored;
}

}  // namespace laconic
