// A file without a name in a given folder: it goes away with the process, whatever happens.
#pragma once

#include <cstdint>
#include <string>

namespace laconic {

class temporary_file {
 public:
  explicit temporary_file(const std::string& folder);
  ~temporary_file();
  temporary_file(temporary_file&& other) noexcept;
  temporary_file& operator=(temporary_file&& other) noexcept;

  // Where the data begins in the file.
  uint64_t append(const void* data, uint64_t size);
  void read(uint64_t offset, void* data, uint64_t size) const;

 private:
  std::string folder_;
  int descriptor_ = -1;
  uint64_t size_ = 0;
};

}  // namespace laconic
