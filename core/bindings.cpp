// Binds the native library as laconic._core; what each part shows is in core/bindings.
#include <nanobind/stl/string.h>

#include "bindings/bind.h"
#include "build_info.h"

using namespace laconic;

NB_MODULE(_core, module) {
  nb::class_<build_info>(module, "BuildInfo")
      .def_ro("version", &build_info::version)
      .def_ro("compiler", &build_info::compiler)
      .def_ro("build_type", &build_info::build_type);
  module.def("describe_build", &describe_build,
             "Version, compiler and build type of the native core.");
  bind_errors(module);
  bind_estimation(module);
  bind_model(module);
  bind_forest(module);
  bind_scoring(module);
  bind_search(module);
  bind_evaluation(module);
}
