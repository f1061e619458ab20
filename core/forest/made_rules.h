// Rules made for a tree itself, as Python hands them over.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace laconic {

// Rules made for the tree itself, node after node in pre-order. A node has a number of rules, then
// for each: its origin, its form, the size of its text, how many children it keeps, which these are.
// The rules of a node are in the order of their texts, which stand one after the other.
struct made_rules {
  std::span<const int32_t> codes;
  std::string_view texts;
};

// What a made rule does with its node: keeps some children under it, keeps one child in its place,
// or repeats its word.
enum made_form : int32_t { keep_under = 0, keep_alone = 1, keep_word = 2 };

// A rule of the made ones, where it stands in the codes.
struct made_rule {
  int32_t number;
  int32_t origin;
  made_form form;
  std::span<const int32_t> kept;
  std::string_view text;
};

// The made rules of each node.
class made_reader {
 public:
  made_reader(const made_rules& made, int32_t nodes) : made_(made) {
    firsts_.reserve(static_cast<size_t>(nodes) + 1);
    for (int32_t node = 0; node < nodes; ++node) {
      firsts_.push_back(static_cast<uint32_t>(rules_.size()));
      for (int32_t left = next(); left > 0; --left) read();
    }
    firsts_.push_back(static_cast<uint32_t>(rules_.size()));
    if (place_ != made.codes.size() || text_ != made.texts.size()) wrong();
  }
  std::span<const made_rule> operator[](int32_t node) const {
    return {rules_.data() + firsts_[at(node)], rules_.data() + firsts_[at(node) + 1]};
  }

 private:
  static size_t at(int32_t index) { return static_cast<size_t>(index); }
  [[noreturn]] static void wrong() { throw std::invalid_argument("made rules are not in order"); }
  int32_t next() {
    if (place_ == made_.codes.size()) wrong();
    return made_.codes[place_++];
  }
  void read() {
    made_rule rule;
    rule.number = static_cast<int32_t>(rules_.size());
    rule.origin = next();
    rule.form = static_cast<made_form>(next());
    const int32_t text = next(), kept = next();
    if (text < 0 || at(text) > made_.texts.size() - text_) wrong();
    if (kept < 0 || at(kept) > made_.codes.size() - place_) wrong();
    rule.text = made_.texts.substr(text_, at(text));
    rule.kept = made_.codes.subspan(place_, at(kept));
    const bool first_of_node = firsts_.back() == rules_.size();
    if (!first_of_node && rule.text <= rules_.back().text) wrong();
    text_ += at(text);
    place_ += at(kept);
    rules_.push_back(rule);
  }

  const made_rules& made_;
  size_t place_ = 0, text_ = 0;
  std::vector<made_rule> rules_;
  std::vector<uint32_t> firsts_;
};

}  // namespace laconic
