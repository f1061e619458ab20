// Weights of features and the tagger's network as Python sees them.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.h"
#include "scoring/tagger.h"
#include "scoring/weight_table.h"

namespace laconic {

using namespace nb::literals;

namespace {

// The key of a string of Python, which need not be Unicode text.
uint64_t key_of(nb::handle name) {
  Py_ssize_t size = 0;
  if (const char* text = PyUnicode_AsUTF8AndSize(name.ptr(), &size)) {
    return weight_table::key_of({text, static_cast<size_t>(size)});
  }
  PyErr_Clear();
  const auto encoded =
      nb::steal<nb::bytes>(PyUnicode_AsEncodedString(name.ptr(), "utf-8", "surrogatepass"));
  if (!encoded.is_valid()) throw nb::python_error();
  return weight_table::key_of(view_of(encoded));
}

// For each list of names the sum of their weights, added up in order.
nb::ndarray<nb::numpy, double, nb::ndim<1>> sum_lists(
    const weight_table& table, const nb::typed<nb::list, nb::typed<nb::list, nb::str>>& lists) {
  std::vector<uint64_t> keys;
  std::vector<size_t> ends;
  for (nb::handle list : lists) {
    for (nb::handle name : nb::cast<nb::list>(list)) keys.push_back(key_of(name));
    ends.push_back(keys.size());
  }
  std::vector<double> sums(ends.size());
  {
    nb::gil_scoped_release release;
    size_t at = 0;
    for (size_t number = 0; number < ends.size(); ++number) {
      for (; at < ends[number]; ++at) sums[number] += table.weight(keys[at]);
    }
  }
  return array_of(std::move(sums));
}

// A layer as Python hands it over: its distance, and its numbers.
using given_layer = std::tuple<int32_t, input_array<float>, input_array<float>, input_array<float>,
                               input_array<float>>;

void open_tagger(tagger* self, const input_array<int8_t>& table, const input_array<float>& scales,
                 const std::vector<given_layer>& layers, const input_array<float>& output,
                 float output_bias) {
  std::vector<tagger_layer> made;
  for (const auto& [distance, inner, inner_bias, outer, outer_bias] : layers) {
    made.push_back({distance, vector_of(inner), vector_of(inner_bias), vector_of(outer),
                    vector_of(outer_bias)});
  }
  new (self)
      tagger(span_of(table), span_of(scales), std::move(made), vector_of(output), output_bias);
}

}  // namespace

void bind_scoring(nb::module_& module) {
  nb::class_<weight_table>(module, "WeightTable", "Weights of features, by name.")
      .def(
          "__init__",
          [](weight_table* self, const input_array<uint64_t>& starts,
             const input_array<uint8_t>& names, const input_array<double>& values) {
            const auto bytes = span_of(names);
            nb::gil_scoped_release release;
            new (self) weight_table(span_of(starts),
                                    {reinterpret_cast<const char*>(bytes.data()), bytes.size()},
                                    span_of(values));
          },
          "starts"_a, "names"_a, "values"_a)
      .def(
          "weight",
          [](const weight_table& table, const nb::str& name) { return table.weight(key_of(name)); },
          "name"_a, "The weight of a feature, 0 if it has none.")
      .def("sums", &sum_lists, "lists"_a,
           "For each list of names the sum of their weights, added up in order.");
  nb::class_<tagger>(module, "Tagger", "The tagger's network; all arrays are flat.")
      .def("__init__", &open_tagger, "table"_a, "scales"_a, "layers"_a, "output"_a, "output_bias"_a)
      .def(
          "run",
          [](const tagger& network, const input_array<int64_t>& rows,
             const input_array<int64_t>& governors) {
            std::vector<float> answers;
            {
              nb::gil_scoped_release release;
              answers = network.run(span_of(rows), span_of(governors));
            }
            return array_of(std::move(answers));
          },
          "rows"_a, "governors"_a, "A number for each token.");
}

}  // namespace laconic
