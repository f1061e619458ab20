// The errors the core throws; core/bindings.cpp turns each into a Python exception.
#pragma once

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace laconic {

// Input that is not what it should be. `line` counts from 1; 0 where there are no lines.
struct format_error : std::runtime_error {
  format_error(std::string what_was_found, std::string what_was_expected, uint64_t at_line = 0)
      : std::runtime_error("found " + what_was_found + ", expected " + what_was_expected),
        found(std::move(what_was_found)),
        expected(std::move(what_was_expected)),
        line(at_line) {}
  std::string found;
  std::string expected;
  uint64_t line;
};

// The system refused to read or write a file; a temporary one is named by its folder.
struct file_error : std::runtime_error {
  file_error(std::string path_of_file, int system_error, bool is_temporary = false)
      : std::runtime_error("cannot use " + path_of_file),
        path(std::move(path_of_file)),
        error_number(system_error),
        temporary(is_temporary) {}
  std::string path;
  int error_number;
  bool temporary;
};

// The caller asked for long work to stop.
struct cancelled : std::runtime_error {
  cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace laconic
