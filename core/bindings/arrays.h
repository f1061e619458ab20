// Arrays that cross between numpy and the core.
#pragma once

#include <nanobind/ndarray.h>

#include <span>
#include <vector>

#include "bindings/bind.h"

namespace laconic {

template <class Value>
using input_array = nb::ndarray<const Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Value>
std::span<const Value> span_of(const input_array<Value>& array) {
  return {array.data(), array.size()};
}

template <class Value>
std::vector<Value> vector_of(const input_array<Value>& array) {
  return {array.data(), array.data() + array.size()};
}

// A view of numbers that live as long as `owner`.
template <class Value>
nb::ndarray<nb::numpy, const Value, nb::ndim<1>> view_of(const std::vector<Value>& values,
                                                         nb::handle owner) {
  return {values.data(), {values.size()}, owner};
}

// An array of its own.
template <class Value>
nb::ndarray<nb::numpy, Value, nb::ndim<1>> array_of(std::vector<Value> values) {
  auto* owned = new std::vector<Value>(std::move(values));
  const nb::capsule owner(
      owned, [](void* data) noexcept { delete static_cast<std::vector<Value>*>(data); });
  return {owned->data(), {owned->size()}, owner};
}

}  // namespace laconic
