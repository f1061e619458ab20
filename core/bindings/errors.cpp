// How the core's errors appear in Python.
#include "errors.h"

#include <nanobind/stl/string.h>

#include "bindings/bind.h"

namespace laconic {

// `InputError(found, expected, line)`, an OSError, or `Cancelled`.
void bind_errors(nb::module_& module) {
  nb::exception<cancelled>(module, "Cancelled");
  const std::string package = nb::cast<std::string>(module.attr("__name__"));
  static PyObject* input_error = PyErr_NewExceptionWithDoc(
      (package + ".InputError").c_str(),
      "Input that is not what it should be: found, expected, line.", PyExc_ValueError, nullptr);
  module.attr("InputError") = nb::handle(input_error);
  static PyObject* temporary_error = PyErr_NewExceptionWithDoc(
      (package + ".TemporaryFileError").c_str(), "The folder for temporary files cannot be used.",
      PyExc_OSError, nullptr);
  module.attr("TemporaryFileError") = nb::handle(temporary_error);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const format_error& error) {
      const auto text = [](const std::string& bytes) {
        return nb::steal(
            PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
      };
      const nb::object data =
          nb::make_tuple(text(error.found), text(error.expected), nb::int_(error.line));
      PyErr_SetObject(input_error, data.ptr());
    } catch (const file_error& error) {
      errno = error.error_number;
      PyErr_SetFromErrnoWithFilename(error.temporary ? temporary_error : PyExc_OSError,
                                     error.path.c_str());
    }
  });
}

}  // namespace laconic
