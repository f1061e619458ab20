#include "arpa_reader.h"

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "errors.h"
#include "ngram/closing.h"
#include "ngram/key.h"
#include "storage/sorter.h"

namespace laconic {

namespace {

// What a model gives to unknown words if it does not say, as other readers of ARPA files do.
constexpr float log10_missing = -100;
constexpr std::string_view normalisation_key = "# laconic normalisation=";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// The first field of a line, which loses it; empty if there is none.
std::string_view take_field(std::string_view& line) {
  line = trimmed(line);
  size_t end = 0;
  while (end < line.size() && !is_space(line[end])) ++end;
  const std::string_view field = line.substr(0, end);
  line.remove_prefix(end);
  return field;
}

std::string quoted(std::string_view text) {
  constexpr size_t most = 40;
  return "'" + std::string(text.substr(0, most)) + (text.size() > most ? "...'" : "'");
}

bool parse_number(std::string_view field, float& number) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const char* const end = field.data() + field.size();
  const auto parsed = std::from_chars(field.data(), end, value);
  number = static_cast<float>(value);
  return !field.empty() && parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(number);
}

bool parse_integer(std::string_view field, uint64_t& number) {
  const char* const end = field.data() + field.size();
  const auto parsed = std::from_chars(field.data(), end, number);
  return !field.empty() && parsed.ec == std::errc() && parsed.ptr == end;
}

}  // namespace

// Sorts the n-grams of one section; how wide its keys are depends on the number of words.
class arpa_reader::section_sorter {
 public:
  virtual ~section_sorter() = default;
  virtual void push(const ngram_entry& entry, int order) = 0;
  virtual void store(ngram_list& list, const word_ids& words) = 0;
};

template <size_t Limbs>
class arpa_reader::sized_sorter : public section_sorter {
 public:
  sized_sorter(key_layout layout, workspace& space) : layout_(layout), sorted_(space) {}

  void push(const ngram_entry& entry, int order) override {
    record made{{}, entry.log10_prob, entry.log10_backoff};
    for (size_t at = 0; at < static_cast<size_t>(order); ++at) {
      layout_.put(made.key, at, entry.words[at]);
    }
    sorted_.push(made);
  }

  void store(ngram_list& list, const word_ids& words) override {
    sorted_.sort();
    ngram_key<Limbs> last{};
    for (; sorted_.current() != nullptr; sorted_.advance()) {
      const record& found = *sorted_.current();
      ngram_entry entry{{}, found.log10_prob, found.log10_backoff, false};
      for (size_t at = 0; at < static_cast<size_t>(list.order()); ++at) {
        entry.words[at] = layout_.word(found.key, at);
      }
      if (list.size() > 0 && found.key == last) refuse_twice(entry, list.order(), words);
      last = found.key;
      list.push(entry);
    }
  }

 private:
  struct record {
    ngram_key<Limbs> key;
    float log10_prob, log10_backoff;
  };
  [[noreturn]] static void refuse_twice(const ngram_entry& entry, int order,
                                        const word_ids& words) {
    std::string text;
    for (int at = order - 1; at >= 0; --at) {
      text +=
          (text.empty() ? "" : " ") + std::string(words.text(entry.words[static_cast<size_t>(at)]));
    }
    throw format_error("the n-gram " + quoted(text) + " twice", "each n-gram once");
  }

  key_layout layout_;
  sorter<record> sorted_;
};

arpa_reader::arpa_reader(workspace& space) : space_(space) {
  unigrams_.assign(special_words, {{}, log10_missing, no_backoff, true});
}
arpa_reader::~arpa_reader() = default;

void arpa_reader::fail(const std::string& found, const std::string& expected) const {
  throw format_error(found, expected, line_);
}

void arpa_reader::add(std::string_view lines, uint64_t first_line) {
  for (line_ = first_line; !lines.empty(); ++line_) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    add_line(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  space_.work().advance(0);
}

void arpa_reader::add_line(std::string_view line) {
  if (trimmed(line).empty()) return;
  if (part_ == part::before) {
    if (line.starts_with(normalisation_key)) {
      lists_.normalisation = trimmed(line.substr(normalisation_key.size()));
    } else if (trimmed(line) == "\\data\\") {
      part_ = part::counts;
    } else if (!line.starts_with('#')) {
      fail(quoted(line), "\\data\\, the first line of an ARPA file");
    }
  } else if (part_ == part::after) {
    fail(quoted(line), "nothing after \\end\\");
  } else if (line.starts_with('\\')) {
    begin_section(trimmed(line));
  } else if (part_ == part::counts) {
    add_count(line);
  } else {
    add_ngram(line);
  }
}

void arpa_reader::add_count(std::string_view line) {
  const std::string expected = "ngram " + std::to_string(counts_.size() + 1) + "=COUNT";
  std::string_view rest = trimmed(line);
  if (!rest.starts_with("ngram ")) fail(quoted(line), expected);
  rest.remove_prefix(6);
  const size_t equals = rest.find('=');
  uint64_t order = 0, count = 0;
  const bool parsed = equals != rest.npos &&
                      parse_integer(trimmed(rest.substr(0, equals)), order) &&
                      parse_integer(trimmed(rest.substr(equals + 1)), count);
  if (!parsed || order != counts_.size() + 1) fail(quoted(line), expected);
  if (order > max_order) {
    fail("n-grams of order " + std::to_string(order), "orders up to " + std::to_string(max_order));
  }
  counts_.push_back(count);
}

void arpa_reader::begin_section(std::string_view line) {
  if (counts_.empty()) fail(quoted(line), "ngram 1=COUNT");
  if (order_ > 0) end_section();
  const bool last = order_ == static_cast<int>(counts_.size());
  const std::string expected = last ? "\\end\\" : "\\" + std::to_string(order_ + 1) + "-grams:";
  if (line != expected) fail(quoted(line), expected);
  part_ = last ? part::after : part::ngrams;
  ++order_;
  read_ = 0;
  if (order_ < 2 || last) return;
  const key_layout layout(lists_.words.size());
  with_limbs(layout.limbs(order_), [&]<size_t Limbs>() {
    sorter_ = std::make_unique<sized_sorter<Limbs>>(layout, space_);
  });
}

void arpa_reader::add_ngram(std::string_view line) {
  const std::string_view whole = line;
  const uint64_t announced = counts_[static_cast<size_t>(order_) - 1];
  if (++read_ > announced) {
    fail("more " + std::to_string(order_) + "-grams", std::to_string(announced) + " as announced");
  }
  ngram_entry entry{{}, 0, no_backoff, false};
  const std::string_view prob = take_field(line);
  if (!parse_number(prob, entry.log10_prob) || entry.log10_prob > 0) {
    fail(quoted(prob), "the log10 of a probability, which is not positive");
  }
  for (int at = order_ - 1; at >= 0; --at) {
    const std::string_view word = take_field(line);
    if (word.empty()) fail(quoted(whole), "a number and " + std::to_string(order_) + " words");
    entry.words[static_cast<size_t>(at)] = id_of(word);
  }
  const std::string_view backoff = take_field(line);
  const bool highest = order_ == static_cast<int>(counts_.size());
  const bool number = backoff.empty() || parse_number(backoff, entry.log10_backoff);
  if (!number || (highest && entry.log10_backoff != 0)) {
    fail(quoted(backoff), highest ? "the end of the line: the highest order has no backoff"
                                  : "the log10 of a backoff, or the end of the line");
  }
  if (!trimmed(line).empty()) fail(quoted(trimmed(line)), "the end of the line");
  if (entry.log10_backoff == 0) entry.log10_backoff = no_backoff;
  if (order_ > 1) {
    sorter_->push(entry, order_);
  } else {
    unigrams_[entry.words[0]] = entry;
  }
}

// New words stand in the first section, each once; after it, only known ones.
uint32_t arpa_reader::id_of(std::string_view word) {
  const uint32_t before = lists_.words.size();
  const uint32_t id = lists_.words.add(word == "<UNK>" ? special_texts[unknown_word] : word);
  if (order_ > 1) {
    if (id >= before) fail("the word " + quoted(word), "a word that is among the 1-grams");
  } else if (id == unigrams_.size()) {
    unigrams_.push_back({{id}, 0, no_backoff, true});
  } else if (!unigrams_[id].implied) {
    fail("the word " + quoted(word) + " again", "each word once");
  }
  return id;
}

void arpa_reader::end_section() {
  const uint64_t announced = counts_[static_cast<size_t>(order_) - 1];
  if (read_ != announced) {
    fail(std::to_string(read_) + " " + std::to_string(order_) + "-grams",
         std::to_string(announced) + " as announced");
  }
  if (order_ == 1) {
    end_words();
    return;
  }
  sorter_->store(lists_.orders.emplace_back(order_, space_), lists_.words);
  sorter_.reset();
}

void arpa_reader::end_words() {
  for (const uint32_t id : {sentence_start, sentence_end}) {
    if (unigrams_[id].implied) {
      fail("no word " + std::string(special_texts[id]), "it among the 1-grams");
    }
  }
  unigrams_[unknown_word].words[0] = unknown_word;
  ngram_list& list = lists_.orders.emplace_back(1, space_);
  for (const ngram_entry& entry : unigrams_) list.push(entry);
  std::vector<ngram_entry>().swap(unigrams_);
}

ngram_lists arpa_reader::finish() {
  if (part_ == part::after && lists_.orders.empty()) throw std::logic_error("finished twice");
  if (part_ == part::before)
    fail("the end of the file", "\\data\\, the first line of an ARPA file");
  if (part_ != part::after) fail("the end of the file", "\\end\\: the file was cut short");
  close_lists(lists_, space_);
  return std::move(lists_);
}

}  // namespace laconic
