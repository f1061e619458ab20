#include "arpa_writer.h"

#include <charconv>

namespace laconic {

namespace {

constexpr size_t block_bytes = 1 << 20;

// The shortest text that reads back as the same float.
void write_number(float number, std::string& text) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, number + 0.0f).ptr;
  text.append(digits, end);
}

}  // namespace

arpa_writer::arpa_writer(const ngram_lists& lists)
    : lists_(lists), ngrams_(lists.orders[0].read()) {}

void arpa_writer::write_header(std::string& text) const {
  if (!lists_.normalisation.empty())
    text += "# laconic normalisation=" + lists_.normalisation + "\n";
  text += "\\data\\\n";
  for (int order = 1; order <= lists_.order(); ++order) {
    text +=
        "ngram " + std::to_string(order) + "=" + std::to_string(lists_.count_stored(order)) + "\n";
  }
}

void arpa_writer::write_ngram(const ngram_entry& entry, std::string& text) const {
  write_number(entry.log10_prob, text);
  for (int at = order_ - 1; at >= 0; --at) {
    text += at == order_ - 1 ? '\t' : ' ';
    text += lists_.words.text(entry.words[static_cast<size_t>(at)]);
  }
  if (entry.log10_backoff != 0) {
    text += '\t';
    write_number(entry.log10_backoff, text);
  }
  text += '\n';
}

std::string arpa_writer::next() {
  std::string text;
  if (order_ == 0) write_header(text);
  while (text.size() < block_bytes && order_ <= lists_.order()) {
    if (order_ > 0 && ngrams_.current() != nullptr) {
      if (!ngrams_.current()->implied) write_ngram(*ngrams_.current(), text);
      ngrams_.advance();
      continue;
    }
    if (++order_ <= lists_.order()) {
      ngrams_ = lists_.orders[static_cast<size_t>(order_) - 1].read();
      text += "\n\\" + std::to_string(order_) + "-grams:\n";
    } else {
      text += "\n\\end\\\n";
    }
  }
  return text;
}

}  // namespace laconic
