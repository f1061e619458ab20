#include "corpus.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "errors.h"

namespace laconic {

void corpus::add(std::string_view lines, uint64_t first_line) {
  if (!final_ids_.empty()) throw std::logic_error("text comes before the model");
  for (uint64_t number = first_line; !lines.empty(); ++number) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    add_sentence(lines.substr(0, end), number);
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

void corpus::add_sentence(std::string_view line, uint64_t number) {
  const uint64_t words_before = words_;
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    while (at != end && is_space(*at)) ++at;
    if (at == end) break;
    const char* const start = at;
    while (at != end && !is_space(*at)) ++at;
    const uint32_t id = first_ids_.add({start, static_cast<size_t>(at - start)});
    if (id == sentence_start || id == sentence_end) {
      throw format_error("the word " + std::string(first_ids_.text(id)),
                         "text: this word marks the start or end of a sentence", number);
    }
    if (id == counts_.size()) counts_.push_back(0);
    ++counts_[id];
    ++words_;
    ids_.push(id);
  }
  if (words_ == words_before) return;
  ids_.push(sentence_end);
  ++sentences_;
}

word_ids corpus::rank(uint64_t cutoff) {
  if (!final_ids_.empty()) throw std::logic_error("a corpus gives one model");
  std::vector<uint32_t> by_rank(counts_.size() - special_words);
  std::iota(by_rank.begin(), by_rank.end(), special_words);
  std::erase_if(by_rank, [&](uint32_t id) { return counts_[id] <= cutoff; });
  std::sort(by_rank.begin(), by_rank.end(), [this](uint32_t one, uint32_t two) {
    if (counts_[one] != counts_[two]) return counts_[one] > counts_[two];
    return first_ids_.text(one) < first_ids_.text(two);
  });
  word_ids ranked;
  final_ids_.assign(counts_.size(), unknown_word);
  final_ids_[sentence_end] = sentence_end;
  for (const uint32_t id : by_rank) final_ids_[id] = ranked.add(first_ids_.text(id));
  first_ids_ = word_ids();
  return ranked;
}

}  // namespace laconic
