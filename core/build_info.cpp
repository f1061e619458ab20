#include "build_info.h"

namespace laconic {

namespace {

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown compiler";
#endif
}

}  // namespace

build_info describe_build() { return {LACONIC_VERSION, compiler_name(), LACONIC_BUILD_TYPE}; }

}  // namespace laconic
