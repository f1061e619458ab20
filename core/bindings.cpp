// The only file of the core that knows of Python: binds the native library as laconic._core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "build_info.h"

namespace nb = nanobind;

NB_MODULE(_core, module) {
  nb::class_<laconic::build_info>(module, "BuildInfo")
      .def_ro("version", &laconic::build_info::version)
      .def_ro("compiler", &laconic::build_info::compiler)
      .def_ro("build_type", &laconic::build_info::build_type);
  module.def("describe_build", &laconic::describe_build,
             "Version, compiler and build type of the native core.");
}
