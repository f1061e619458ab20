// What this build of the native core is: its version, compiler and build type.
#pragma once

#include <string>

namespace laconic {

struct build_info {
  std::string version;
  std::string compiler;
  std::string build_type;
};

build_info describe_build();

}  // namespace laconic
