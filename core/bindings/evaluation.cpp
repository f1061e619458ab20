// Measures of output as Python sees them.
#include "bindings/arrays.h"
#include "evaluation/tree_distance.h"

namespace laconic {

using namespace nb::literals;

void bind_evaluation(nb::module_& module) {
  module.def(
      "tree_distance",
      [](const input_array<int32_t>& one_names, const input_array<int32_t>& one_child_counts,
         const input_array<int32_t>& two_names, const input_array<int32_t>& two_child_counts,
         uint64_t max_steps) {
        nb::gil_scoped_release release;
        return tree_distance({span_of(one_names), span_of(one_child_counts)},
                             {span_of(two_names), span_of(two_child_counts)}, max_steps);
      },
      "one_names"_a, "one_child_counts"_a, "two_names"_a, "two_child_counts"_a, "max_steps"_a,
      "The edit distance of two trees, given as nodes in pre-order.");
}

}  // namespace laconic
