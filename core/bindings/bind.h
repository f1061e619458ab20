// What the files that bind the core share; with core/bindings.cpp they alone know of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

namespace laconic {

namespace nb = nanobind;

void bind_errors(nb::module_& module);
void bind_estimation(nb::module_& module);
void bind_evaluation(nb::module_& module);
void bind_model(nb::module_& module);
void bind_forest(nb::module_& module);
void bind_scoring(nb::module_& module);
void bind_search(nb::module_& module);

inline void check(bool right, const char* wrong) {
  if (!right) throw nb::value_error(wrong);
}

// Paths cross as bytes: a name need not be UTF-8.
inline std::string path_of(const nb::bytes& path) { return {path.c_str(), path.size()}; }

inline std::string_view view_of(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

inline nb::bytes as_bytes(std::string_view text) { return nb::bytes(text.data(), text.size()); }

}  // namespace laconic
