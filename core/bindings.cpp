// The only file of the core that knows of Python: binds the native library as laconic._core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <variant>

#include "build_info.h"
#include "errors.h"
#include "estimate/estimate.h"
#include "ngram/arpa_reader.h"
#include "ngram/arpa_writer.h"
#include "ngram/model.h"
#include "ngram/packer.h"
#include "ngram/span.h"
#include "ngram/text_score.h"
#include "ngram/unpacker.h"
#include "progress.h"
#include "storage/workspace.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace laconic;

namespace {

using released = nb::call_guard<nb::gil_scoped_release>;

std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

nb::bytes as_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

std::vector<uint32_t> ids_of(const nb::bytes& bytes) {
  std::vector<uint32_t> ids(bytes.size() / sizeof(uint32_t));
  if (!ids.empty()) std::memcpy(ids.data(), bytes.c_str(), ids.size() * sizeof(uint32_t));
  return ids;
}

// `InputError(found, expected, line)`, an OSError, or `Cancelled`.
void bind_errors(nb::module_& module) {
  nb::exception<cancelled>(module, "Cancelled");
  const std::string name = nb::cast<std::string>(module.attr("__name__")) + ".InputError";
  static PyObject* input_error = PyErr_NewExceptionWithDoc(
      name.c_str(), "Input that is not what it should be: found, expected, line.", PyExc_ValueError,
      nullptr);
  module.attr("InputError") = nb::handle(input_error);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const format_error& error) {
      const auto text = [](const std::string& bytes) {
        return nb::steal(
            PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
      };
      const nb::object data =
          nb::make_tuple(text(error.found), text(error.expected), nb::int_(error.line));
      PyErr_SetObject(input_error, data.ptr());
    } catch (const file_error& error) {
      errno = error.error_number;
      PyErr_SetFromErrnoWithFilename(PyExc_OSError, error.path.c_str());
    }
  });
}

void bind_work(nb::module_& module) {
  nb::class_<progress>(module, "Progress")
      .def(nb::init<>())
      .def_prop_ro("done", &progress::done)
      .def_prop_ro("total", &progress::total)
      .def_prop_ro("step", [](const progress& work) { return std::string(work.step()); })
      .def("cancel", &progress::cancel);
  nb::class_<workspace>(module, "Workspace")
      .def(nb::init<std::string, uint64_t, progress&>(), "folder"_a, "memory_bytes"_a, "progress"_a,
           nb::keep_alive<1, 4>());
}

void bind_lists(nb::module_& module) {
  nb::class_<ngram_lists>(module, "NgramLists")
      .def_prop_ro("order", &ngram_lists::order)
      .def_prop_ro("words", [](const ngram_lists& lists) { return lists.words.size(); })
      .def_rw("normalisation", &ngram_lists::normalisation)
      .def("count", &ngram_lists::count_stored, "order"_a, released(),
           "How many n-grams of an order an ARPA file would list.");
  nb::class_<arpa_reader>(module, "ArpaReader")
      .def(nb::init<workspace&>(), "workspace"_a, nb::keep_alive<1, 2>())
      .def(
          "add",
          [](arpa_reader& reader, const nb::bytes& lines, uint64_t first_line) {
            const std::string_view text = view_of(lines);
            nb::gil_scoped_release release;
            reader.add(text, first_line);
          },
          "lines"_a, "first_line"_a)
      .def("finish", &arpa_reader::finish, nb::keep_alive<0, 1>(), released());
  nb::class_<arpa_writer>(module, "ArpaWriter")
      .def(nb::init<const ngram_lists&>(), "lists"_a, nb::keep_alive<1, 2>())
      .def("next", [](arpa_writer& writer) {
        std::string text;
        {
          nb::gil_scoped_release release;
          text = writer.next();
        }
        return as_bytes(text);
      });
  module.def(
      "write_packed",
      [](const ngram_lists& lists, const std::string& path, workspace& space, unsigned prob_bits,
         unsigned backoff_bits) {
        return write_packed(lists, path, {prob_bits, backoff_bits}, space);
      },
      "lists"_a, "path"_a, "workspace"_a, "prob_bits"_a, "backoff_bits"_a, released());
  module.def("unpack", &unpack, "lm"_a, "workspace"_a, nb::keep_alive<0, 2>(), released());
}

void bind_estimation(nb::module_& module) {
  nb::class_<corpus>(module, "Corpus")
      .def(nb::init<workspace&>(), "workspace"_a, nb::keep_alive<1, 2>())
      .def(
          "add",
          [](corpus& text, const nb::bytes& lines, uint64_t first_line) {
            const std::string_view view = view_of(lines);
            nb::gil_scoped_release release;
            text.add(view, first_line);
          },
          "lines"_a, "first_line"_a)
      .def_prop_ro("words", &corpus::words)
      .def_prop_ro("sentences", &corpus::sentences);
  nb::class_<estimated_model>(module, "Estimate")
      .def_ro("lists", &estimated_model::lists)
      .def_ro("seen", &estimated_model::seen)
      .def_prop_ro("discounts",
                   [](const estimated_model& model) {
                     std::vector<std::array<double, 3>> all;
                     for (const discounts& order : model.discount) all.push_back(order.of);
                     return all;
                   })
      .def_prop_ro("discounts_estimated",
                   [](const estimated_model& model) {
                     std::vector<bool> all;
                     for (const discounts& order : model.discount) all.push_back(order.estimated);
                     return all;
                   })
      .def_prop_ro("counts_of_counts", [](const estimated_model& model) {
        std::vector<std::array<uint64_t, 4>> all;
        for (const counts_of_counts& order : model.statistics) all.push_back(order.of);
        return all;
      });
  module.def(
      "estimate",
      [](corpus& text, int order, std::vector<uint64_t> cutoffs, double prune_threshold,
         std::string normalisation) {
        return estimate(text,
                        {order, std::move(cutoffs), prune_threshold, std::move(normalisation)});
      },
      "corpus"_a, "order"_a, "cutoffs"_a, "prune_threshold"_a, "normalisation"_a,
      nb::keep_alive<0, 1>(), released());
}

// A string knows the model it was scored by: the places in its state mean nothing to another.
struct owned_span : scored_span {
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

void bind_model(nb::module_& module) {
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
      .def(nb::init<std::string, bool>(), "path"_a, "verify"_a, released())
      .def_prop_ro("order", &ngram_model::order)
      .def_prop_ro("words", &ngram_model::words)
      .def_prop_ro("normalisation", &ngram_model::normalisation)
      .def_prop_ro("file_bytes", [](const ngram_model& lm) { return lm.header().file_bytes; })
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
            if (begin) scorer.begin();
            for (const piece& each : pieces) {
              if (const auto* span = std::get_if<owned_span>(&each)) {
                if (span->lm != &lm) throw nb::value_error("a string scored by another model");
                scorer.add_span(*span);
              } else {
                const uint32_t word = std::get<uint32_t>(each);
                scorer.add_word(word < lm.words() ? word : unknown_word);
              }
            }
            if (end) scorer.add_word(sentence_end);
            return owned_span{scorer.finish(), &lm};
          },
          "pieces"_a, "begin"_a, "end"_a, nb::keep_alive<0, 1>());
  module.attr("MAX_ORDER") = max_order;
  module.attr("MAX_QUANTISED_BITS") = max_quantised_bits;
}

}  // namespace

NB_MODULE(_core, module) {
  nb::class_<build_info>(module, "BuildInfo")
      .def_ro("version", &build_info::version)
      .def_ro("compiler", &build_info::compiler)
      .def_ro("build_type", &build_info::build_type);
  module.def("describe_build", &describe_build,
             "Version, compiler and build type of the native core.");
  bind_errors(module);
  bind_work(module);
  bind_lists(module);
  bind_estimation(module);
  bind_span(module);
  bind_model(module);
}
