#include "search/strata.h"

#include <stdexcept>

#include "search/chart.h"

namespace laconic {

strata::strata(const forest& whole, std::span<const uint32_t> count_caps,
               std::span<const int32_t> edge_increments, std::span<const double> table_values,
               std::span<const int32_t> vertex_tables)
    : counts(count_caps.size()),
      caps(count_caps.begin(), count_caps.end()),
      increments(edge_increments),
      values(table_values),
      tables(vertex_tables) {
  const auto require = [](bool right, const char* wrong) {
    if (!right) throw std::invalid_argument(wrong);
  };
  for (const uint32_t cap : caps) {
    strides.push_back(size);
    require(size <= (uint64_t{1} << 62) / (uint64_t{cap} + 1), "there are too many strata");
    size *= uint64_t{cap} + 1;
  }
  require(increments.size() == counts * whole.edges(), "counts need a number for each edge");
  for (const int32_t increment : increments) require(increment >= 0, "counts cannot go down");
  if (values.empty()) return;
  require(values.size() % size == 0 && tables.size() == whole.vertices(),
          "values need a table for each vertex");
  for (const double value : values) require(can_be_added(value), "a value is not a finite number");
  const size_t table_count = values.size() / size;
  for (const int32_t table : tables) {
    require(table >= 0 && static_cast<size_t>(table) < table_count, "there is no such table");
  }
}

}  // namespace laconic
