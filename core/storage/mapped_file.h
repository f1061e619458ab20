// A file, or a part of one, that is read as if it were memory; processes that map the same file
// share it.
#pragma once

#include <cstdint>
#include <string>

namespace laconic {

class mapped_file {
 public:
  // `size` bytes from `offset` on; a size of 0 is all that follows.
  explicit mapped_file(const std::string& path, uint64_t offset = 0, uint64_t size = 0);
  ~mapped_file();
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;

  const uint8_t* data() const { return data_; }
  uint64_t size() const { return size_; }

 private:
  void* mapped_ = nullptr;
  uint64_t mapped_size_ = 0;
  const uint8_t* data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace laconic
