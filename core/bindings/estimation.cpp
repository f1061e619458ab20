// How language models are made from Python: text, lists of n-grams, ARPA, packed files.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <new>

#include "bindings/bind.h"
#include "estimate/estimate.h"
#include "ngram/arpa_reader.h"
#include "ngram/arpa_writer.h"
#include "ngram/layout.h"
#include "ngram/packer.h"
#include "ngram/unpacker.h"
#include "progress.h"
#include "storage/workspace.h"

namespace laconic {

using namespace nb::literals;

namespace {

using released = nb::call_guard<nb::gil_scoped_release>;

void bind_work(nb::module_& module) {
  nb::class_<progress>(module, "Progress")
      .def(nb::init<>())
      .def_prop_ro("done", &progress::done)
      .def_prop_ro("total", &progress::total)
      .def_prop_ro("step", [](const progress& work) { return std::string(work.step()); })
      .def("cancel", &progress::cancel)
      .def("resume", &progress::resume);
  nb::class_<workspace>(module, "Workspace")
      .def(
          "__init__",
          [](workspace* self, const nb::bytes& folder, uint64_t memory_bytes, progress& work) {
            new (self) workspace(path_of(folder), memory_bytes, work);
          },
          "folder"_a, "memory_bytes"_a, "progress"_a, nb::keep_alive<1, 4>());
}

void bind_lists(nb::module_& module) {
  nb::class_<ngram_lists>(module, "NgramLists")
      .def_prop_ro("order", &ngram_lists::order)
      .def_rw("normalisation", &ngram_lists::normalisation)
      .def(
          "count",
          [](const ngram_lists& lists, int order) {
            check(order >= 1 && order <= lists.order(), "no such order");
            nb::gil_scoped_release release;
            return lists.count_stored(order);
          },
          "order"_a, "How many n-grams of an order an ARPA file would list.");
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
      .def(
          "__init__",
          [](arpa_writer* self, const ngram_lists& lists) {
            check(lists.order() > 0, "the lists are empty");
            new (self) arpa_writer(lists);
          },
          "lists"_a, nb::keep_alive<1, 2>())
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
      [](const ngram_lists& lists, const nb::bytes& path, workspace& space, unsigned prob_bits,
         unsigned backoff_bits) {
        check(is_bits(prob_bits) && is_bits(backoff_bits), "bits are 0 or 2 to 12");
        check(lists.order() > 0, "the lists are empty");
        const std::string name = path_of(path);
        nb::gil_scoped_release release;
        return write_packed(lists, name, {prob_bits, backoff_bits}, space);
      },
      "lists"_a, "path"_a, "workspace"_a, "prob_bits"_a, "backoff_bits"_a);
  module.def("unpack", &unpack, "lm"_a, "workspace"_a, nb::keep_alive<0, 2>(), released());
}

void bind_corpus(nb::module_& module) {
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
      .def_prop_ro("discounts_estimated", [](const estimated_model& model) {
        std::vector<bool> all;
        for (const discounts& order : model.discount) all.push_back(order.estimated);
        return all;
      });
  module.def(
      "estimate",
      [](corpus& text, int order, std::vector<uint64_t> cutoffs, double prune_threshold,
         std::string normalisation) {
        check(order >= 1 && order <= max_order, "no such order");
        check(cutoffs.size() == static_cast<size_t>(order), "one cut-off for each order");
        check(std::is_sorted(cutoffs.begin() + 1, cutoffs.end()), "cut-offs fall");
        nb::gil_scoped_release release;
        return estimate(text,
                        {order, std::move(cutoffs), prune_threshold, std::move(normalisation)});
      },
      "corpus"_a, "order"_a, "cutoffs"_a, "prune_threshold"_a, "normalisation"_a,
      nb::keep_alive<0, 1>());
}

}  // namespace

void bind_estimation(nb::module_& module) {
  bind_work(module);
  bind_lists(module);
  bind_corpus(module);
}

}  // namespace laconic
