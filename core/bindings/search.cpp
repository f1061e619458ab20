// The search and its chart as Python sees them.
#include "search/search.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <tuple>

#include "bindings/arrays.h"
#include "search/derivations.h"

namespace laconic {

using namespace nb::literals;

namespace {

struct owned_chart : chart {
  const forest* whole;
};

// Arrays must outlive the search, so they are arguments of one call.
owned_chart search_forest(const forest& whole, const input_array<double>& edge_scores,
                          const ngram_model* lm, double lm_weight,
                          const input_array<uint32_t>& lm_words, const reference_ngrams* ngrams,
                          const input_array<int32_t>& ngram_types,
                          const input_array<uint32_t>& caps, const input_array<int32_t>& increments,
                          const input_array<double>& values, const input_array<int32_t>& tables,
                          bool split, int64_t least, int64_t greatest, uint32_t unique,
                          uint32_t total, double max_seconds, uint64_t max_bytes,
                          bool keep_others) {
  nb::gil_scoped_release release;
  const search_scores scores{span_of(edge_scores), lm,     lm_weight,
                             span_of(lm_words),    ngrams, span_of(ngram_types)};
  strata stratification(whole, span_of(caps), span_of(increments), span_of(values),
                        span_of(tables));
  if (split && stratification.counts == 0) {
    throw std::invalid_argument("there is no count to split by");
  }
  stratification.split = split;
  stratification.least = least;
  stratification.greatest = greatest;
  return {
      search(whole, scores, stratification, {unique, total, max_seconds, max_bytes, keep_others}),
      &whole};
}

const char* name_of(limit_reached limit) {
  switch (limit) {
    case limit_reached::time:
      return "time";
    case limit_reached::memory:
      return "memory";
    default:
      return "";
  }
}

template <class Value, class Member>
auto column(const std::vector<final_item>& finals, Member member) {
  std::vector<Value> values;
  for (const final_item& each : finals) values.push_back(each.*member);
  return array_of(std::move(values));
}

}  // namespace

void bind_search(nb::module_& module) {
  nb::class_<reference_ngrams>(module, "ReferenceNgrams")
      .def(
          "__init__",
          [](reference_ngrams* self, int order, const input_array<int32_t>& ngrams,
             const input_array<double>& values, const input_array<double>& others, int32_t start,
             int32_t end) {
            new (self) reference_ngrams(order, span_of(ngrams), span_of(values), span_of(others),
                                        start, end);
          },
          "order"_a, "ngrams"_a, "values"_a, "others"_a, "start"_a, "end"_a);
  nb::class_<search_statistics>(module, "SearchStatistics")
      .def_ro("pops", &search_statistics::pops)
      .def_ro("items", &search_statistics::items)
      .def_ro("lm_queries", &search_statistics::lm_queries)
      .def_ro("lm_misses", &search_statistics::lm_misses)
      .def_ro("bytes", &search_statistics::bytes)
      .def_ro("seconds", &search_statistics::seconds);
  nb::class_<derivation_lister>(module, "DerivationLister")
      .def("next", [](derivation_lister& self) {
        std::optional<found_derivation> found;
        {
          nb::gil_scoped_release release;
          found = self.next();
        }
        using answer = std::tuple<double, uint64_t, nb::ndarray<nb::numpy, uint32_t, nb::ndim<1>>>;
        if (!found) return std::optional<answer>();
        return std::optional<answer>(std::in_place, found->score, found->stratum,
                                     array_of(std::move(found->edges)));
      });
  nb::class_<owned_chart>(module, "Chart")
      .def_ro("statistics", &owned_chart::statistics)
      .def_prop_ro("limited", [](const owned_chart& self) { return name_of(self.limited); })
      .def("final_strata",
           [](const owned_chart& self) {
             return column<uint64_t>(self.finals, &final_item::stratum);
           })
      .def("final_scores",
           [](const owned_chart& self) { return column<double>(self.finals, &final_item::score); })
      .def(
          "final_edges",
          [](const owned_chart& self, size_t number) {
            if (number >= self.finals.size()) throw nb::index_error();
            return array_of(best_edges(*self.whole, self, self.finals[number].item));
          },
          "number"_a)
      .def(
          "derivations",
          [](const owned_chart& self, std::optional<uint64_t> stratum,
             const input_array<int32_t>& word_types) {
            check(word_types.size() == 0 ||
                      word_types.size() == static_cast<size_t>(self.whole->words()),
                  "words need a type each");
            return derivation_lister(*self.whole, self, stratum, vector_of(word_types));
          },
          "stratum"_a.none(), "word_types"_a, nb::keep_alive<0, 1>());
  module.def("search", &search_forest, "forest"_a, "edge_scores"_a, "lm"_a.none(), "lm_weight"_a,
             "lm_words"_a, "ngrams"_a.none(), "ngram_types"_a, "caps"_a, "increments"_a, "values"_a,
             "tables"_a, "split"_a, "least"_a, "greatest"_a, "unique"_a, "total"_a, "max_seconds"_a,
             "max_bytes"_a, "keep_others"_a, nb::keep_alive<0, 1>());
}

}  // namespace laconic
