// Rules, matching and forests as Python sees them.
#include "forest/forest.h"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "forest/counts.h"
#include "forest/matcher.h"

namespace laconic {

using namespace nb::literals;

namespace {

// The arrays of an index, held for as long as it is used.
struct owned_index : rule_index {
  std::vector<nb::object> owners;
};

template <class Value>
std::span<const Value> keep(owned_index& index, const nb::dict& arrays, const char* name) {
  const nb::object array = arrays[name];
  index.owners.push_back(array);
  return span_of(nb::cast<input_array<Value>>(array, false));
}

void open_index(owned_index* self, const nb::typed<nb::dict, nb::str, nb::object>& arrays,
                int32_t labels, int32_t words) {
  owned_index index;
  index.symbols = keep<uint64_t>(index, arrays, "symbols");
  index.first_children = keep<uint32_t>(index, arrays, "first_children");
  index.first_programs = keep<uint32_t>(index, arrays, "first_programs");
  index.programs = keep<int32_t>(index, arrays, "programs");
  index.text_starts = keep<uint64_t>(index, arrays, "text_starts");
  const auto texts = keep<uint8_t>(index, arrays, "texts");
  index.texts = {reinterpret_cast<const char*>(texts.data()), texts.size()};
  index.labels = labels;
  index.words = words;
  index.check();
  new (self) owned_index(std::move(index));
}

forest match_tree(const std::vector<const owned_index*>& indexes,
                  const input_array<int32_t>& labels, const input_array<int32_t>& child_counts,
                  const input_array<int32_t>& words, const nb::bytes& codes, const nb::bytes& texts,
                  int32_t root_label) {
  const made_rules made{{reinterpret_cast<const int32_t*>(codes.c_str()), codes.size() / 4},
                        view_of(texts)};
  nb::gil_scoped_release release;
  const std::vector<const rule_index*> all(indexes.begin(), indexes.end());
  return match(all, source_tree(span_of(labels), span_of(child_counts), span_of(words)), made,
               root_label);
}

template <class Value>
ragged<Value> ragged_of(const input_array<uint32_t>& starts, const input_array<Value>& values) {
  return {vector_of(starts), vector_of(values)};
}

// A forest made by hand, of words 0 .. words - 1 that are all tokens of the source.
forest make_forest(int32_t words, int32_t root, const input_array<int32_t>& vertex_nodes,
                   const input_array<int32_t>& heads, const input_array<uint32_t>& tail_starts,
                   const input_array<int32_t>& tails, const input_array<uint32_t>& yield_starts,
                   const input_array<int32_t>& yields) {
  forest made;
  made.tokens = words;
  made.root = root;
  made.vertex_nodes = vector_of(vertex_nodes);
  made.vertex_labels.assign(made.vertices(), 0);
  made.heads = vector_of(heads);
  made.tails = ragged_of(tail_starts, tails);
  made.yields = ragged_of(yield_starts, yields);
  made.deletions.starts.assign(made.edges() + 1, 0);
  made.covered.assign(made.edges(), 0);
  made.rules.assign(made.edges(), -1);
  made.made.assign(made.edges(), -1);
  made.origins.assign(made.edges(), 0);
  made.check();
  made.index_edges();
  return made;
}

template <class Value, std::vector<Value> forest::* member>
auto show() {
  return [](nb::handle_t<forest> self) {
    return view_of(nb::cast<const forest&>(self).*member, self);
  };
}

template <class Value, ragged<Value> forest::* member>
auto show_starts() {
  return [](nb::handle_t<forest> self) {
    return view_of((nb::cast<const forest&>(self).*member).starts, self);
  };
}

template <class Value, ragged<Value> forest::* member>
auto show_values() {
  return [](nb::handle_t<forest> self) {
    return view_of((nb::cast<const forest&>(self).*member).values, self);
  };
}

}  // namespace

void bind_forest(nb::module_& module) {
  nb::class_<owned_index>(module, "RuleIndex")
      .def("__init__", &open_index, "arrays"_a, "labels"_a, "words"_a)
      .def_prop_ro("rules", [](const owned_index& index) { return index.rules(); });
  nb::class_<forest>(module, "Forest")
      .def_static("from_arrays", &make_forest, "words"_a, "root"_a, "vertex_nodes"_a, "heads"_a,
                  "tail_starts"_a, "tails"_a, "yield_starts"_a, "yields"_a)
      .def_ro("tokens", &forest::tokens)
      .def_ro("root", &forest::root)
      .def_prop_ro("vertices", [](const forest& self) { return self.vertices(); })
      .def_prop_ro("edges", [](const forest& self) { return self.edges(); })
      .def_prop_ro("new_words", show<int32_t, &forest::new_words>())
      .def_prop_ro("vertex_nodes", show<int32_t, &forest::vertex_nodes>())
      .def_prop_ro("vertex_labels", show<int32_t, &forest::vertex_labels>())
      .def_prop_ro("heads", show<int32_t, &forest::heads>())
      .def_prop_ro("tail_starts", show_starts<int32_t, &forest::tails>())
      .def_prop_ro("tails", show_values<int32_t, &forest::tails>())
      .def_prop_ro("yield_starts", show_starts<int32_t, &forest::yields>())
      .def_prop_ro("yields", show_values<int32_t, &forest::yields>())
      .def_prop_ro("deletion_starts", show_starts<token_span, &forest::deletions>())
      .def_prop_ro("deletions",
                   [](nb::handle_t<forest> self) {
                     const auto& spans = nb::cast<const forest&>(self).deletions.values;
                     return nb::ndarray<nb::numpy, const int32_t, nb::shape<-1, 2>>(
                         spans.data(), {spans.size(), 2}, self);
                   })
      .def_prop_ro("covered", show<int32_t, &forest::covered>())
      .def_prop_ro("rules", show<int32_t, &forest::rules>())
      .def_prop_ro("made", show<int32_t, &forest::made>())
      .def_prop_ro("origins", show<uint8_t, &forest::origins>())
      .def(
          "cut",
          [](const forest& self, const input_array<uint8_t>& allowed) {
            nb::gil_scoped_release release;
            std::vector<uint32_t> kept;
            forest part = cut(self, span_of(allowed), kept);
            nb::gil_scoped_acquire acquire;
            return std::pair(std::move(part), array_of(std::move(kept)));
          },
          "allowed"_a, "The part that these edges make, and which edges that are.")
      .def(
          "bound_counts",
          [](const forest& self, const input_array<int32_t>& counts) {
            check(counts.size() == self.edges(), "counts need one number for each edge");
            nb::gil_scoped_release release;
            count_bounds bounds = bound_counts(self, span_of(counts));
            nb::gil_scoped_acquire acquire;
            return std::pair(array_of(std::move(bounds.least)),
                             array_of(std::move(bounds.greatest)));
          },
          "counts"_a, "For each vertex the least and the greatest sum under it.");
  module.def("match", &match_tree, "indexes"_a, "labels"_a, "child_counts"_a, "words"_a, "codes"_a,
             "texts"_a, "root_label"_a);
}

}  // namespace laconic
