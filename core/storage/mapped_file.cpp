#include "mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"

namespace laconic {

mapped_file::mapped_file(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw file_error(path, errno);
  struct stat status;
  void* mapped = nullptr;
  int error = 0;
  if (fstat(descriptor, &status) != 0) {
    error = errno;
  } else if (S_ISDIR(status.st_mode)) {
    error = EISDIR;
  } else if (status.st_size > 0) {
    size_ = static_cast<uint64_t>(status.st_size);
    mapped = mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) error = errno;
  }
  close(descriptor);
  if (error != 0) throw file_error(path, error);
  data_ = static_cast<const uint8_t*>(mapped);
}

mapped_file::~mapped_file() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), size_);
}

}  // namespace laconic
