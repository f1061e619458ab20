// Rows of different lengths, one after the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace laconic {

template <class Value>
struct ragged {
  std::vector<uint32_t> starts{0};
  std::vector<Value> values;

  size_t rows() const { return starts.size() - 1; }
  std::span<const Value> operator[](size_t row) const {
    return {values.data() + starts[row], values.data() + starts[row + 1]};
  }
  void close_row() { starts.push_back(static_cast<uint32_t>(values.size())); }
  void add_row(std::span<const Value> row) {
    values.insert(values.end(), row.begin(), row.end());
    close_row();
  }
};

}  // namespace laconic
