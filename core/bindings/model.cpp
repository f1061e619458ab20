// How language models are asked from Python.
#include "ngram/model.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <new>
#include <variant>

#include "bindings/bind.h"
#include "ngram/span.h"
#include "ngram/text_score.h"

namespace laconic {

using namespace nb::literals;

namespace {

std::vector<uint32_t> ids_of(const nb::bytes& bytes) {
  std::vector<uint32_t> ids(bytes.size() / sizeof(uint32_t));
  if (!ids.empty()) std::memcpy(ids.data(), bytes.c_str(), ids.size() * sizeof(uint32_t));
  return ids;
}

// A scored string; `log10_prob` holds what is certain so far. It knows the model it was scored by:
// the places in its state mean nothing to another.
struct owned_span {
  chart_state state;
  double log10_prob;
  uint32_t unknown_words;
  const ngram_model* lm;
};

void bind_span(nb::module_& module) {
  nb::class_<owned_span>(module, "Span")
      .def_ro("log10_prob", &owned_span::log10_prob)
      .def_ro("unknown_words", &owned_span::unknown_words)
      .def_prop_ro("left_length", [](const owned_span& span) { return +span.state.left.length; })
      .def_prop_ro("right_length", [](const owned_span& span) { return +span.state.right.length; })
      .def_prop_ro("state_hash", [](const owned_span& span) { return hash_state(span.state); })
      .def("same_state", [](const owned_span& one, const owned_span& other) {
        return one.lm == other.lm && one.state == other.state;
      });
}

}  // namespace

void bind_model(nb::module_& module) {
  bind_span(module);
  using piece = std::variant<uint32_t, owned_span>;
  nb::class_<scored_word>(module, "ScoredWord")
      .def_ro("log10_prob", &scored_word::log10_prob)
      .def_ro("ngram_length", &scored_word::ngram_length);
  nb::class_<text_score>(module, "TextScore")
      .def_ro("sentences", &text_score::sentences)
      .def_ro("words", &text_score::words)
      .def_ro("unknown_words", &text_score::unknown_words)
      .def_ro("log10_prob", &text_score::log10_prob)
      .def_ro("unknown_log10_prob", &text_score::unknown_log10_prob);
  nb::class_<ngram_model>(module, "NgramModel")
      .def(
          "__init__",
          [](ngram_model* self, const nb::bytes& path, bool verify, uint64_t offset,
             uint64_t size) {
            const std::string name = path_of(path);
            nb::gil_scoped_release release;
            if (offset % alignof(uint64_t) != 0) throw std::invalid_argument("an odd offset");
            new (self) ngram_model(name, verify, offset, size);
          },
          "path"_a, "verify"_a, "offset"_a = 0, "size"_a = 0)
      .def_prop_ro("order", &ngram_model::order)
      .def_prop_ro("words", &ngram_model::words)
      .def_prop_ro("normalisation", &ngram_model::normalisation)
      .def_prop_ro("file_bytes", [](const ngram_model& lm) { return lm.header().file_bytes; })
      .def("packed_bytes",
           [](const ngram_model& lm) { return nb::bytes(lm.packed(), lm.header().file_bytes); })
      .def_prop_ro("prob_bits", [](const ngram_model& lm) { return lm.header().prob_bits; })
      .def_prop_ro("backoff_bits", [](const ngram_model& lm) { return lm.header().backoff_bits; })
      .def_prop_ro("counts",
                   [](const ngram_model& lm) {
                     const packed_header& header = lm.header();
                     std::vector<uint32_t> counts;
                     for (int at = 0; at < lm.order(); ++at) {
                       counts.push_back(header.counts[at] - header.implied[at]);
                     }
                     return counts;
                   })
      .def("word_id", [](const ngram_model& lm, std::string_view word) { return lm.word_id(word); })
      .def("word_ids",
           [](const ngram_model& lm, const std::vector<std::string_view>& words) {
             std::vector<uint32_t> ids(words.size());
             lm.word_ids(words.data(), words.size(), ids.data());
             return ids;
           })
      .def("text",
           [](const ngram_model& lm, uint32_t id) {
             if (id >= lm.words()) throw nb::index_error();
             return as_bytes(lm.text(id));
           })
      .def("score_sentence", &score_sentence, "words"_a, "begin"_a, "end"_a)
      .def(
          "score_text",
          [](const ngram_model& lm, const nb::bytes& lines) {
            const std::string_view text = view_of(lines);
            nb::gil_scoped_release release;
            return score_text(lm, text);
          },
          "lines"_a)
      .def(
          "score_ids",
          [](const ngram_model& lm, const nb::bytes& ids) {
            const std::vector<uint32_t> words = ids_of(ids);
            nb::gil_scoped_release release;
            return score_ids(lm, words.data(), words.size());
          },
          "ids"_a, "Ids as the bytes of 32-bit numbers; the end of a sentence is its word.")
      .def(
          "score_ids_singly",
          [](const ngram_model& lm, const nb::bytes& ids) {
            const std::vector<uint32_t> words = ids_of(ids);
            nb::gil_scoped_release release;
            return score_ids_singly(lm, words.data(), words.size());
          },
          "ids"_a, "The same, word by word, as a decoder asks.")
      .def(
          "score_span",
          [](const ngram_model& lm, const std::vector<piece>& pieces, bool begin, bool end) {
            span_scorer scorer(lm);
            double log10_prob = 0;
            uint32_t unknown_words = 0;
            if (begin) scorer.begin();
            for (const piece& each : pieces) {
              if (const auto* span = std::get_if<owned_span>(&each)) {
                if (span->lm != &lm) throw nb::value_error("a string scored by another model");
                scorer.add_state(span->state);
                log10_prob += span->log10_prob;
                unknown_words += span->unknown_words;
              } else {
                const uint32_t given = std::get<uint32_t>(each);
                const uint32_t word = given < lm.words() ? given : unknown_word;
                scorer.add_word(word);
                unknown_words += word == unknown_word;
              }
            }
            if (end) scorer.add_word(sentence_end);
            log10_prob += scorer.log10_prob();
            return owned_span{scorer.finish(), log10_prob, unknown_words, &lm};
          },
          "pieces"_a, "begin"_a, "end"_a, nb::keep_alive<0, 1>());
  module.attr("MAX_ORDER") = max_order;
  module.attr("MAX_QUANTISED_BITS") = max_quantised_bits;
}

}  // namespace laconic
