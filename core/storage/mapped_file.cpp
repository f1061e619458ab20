#include "mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.h"

namespace laconic {

mapped_file::mapped_file(const std::string& path, uint64_t offset, uint64_t size) {
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
    mapped_size_ = static_cast<uint64_t>(status.st_size);
    mapped = mmap(nullptr, mapped_size_, PROT_READ, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) error = errno;
  }
  close(descriptor);
  if (error != 0) throw file_error(path, error);
  mapped_ = mapped;
  // A part that is not all there is as good as none.
  if (offset > mapped_size_ || size > mapped_size_ - offset) return;
  data_ = static_cast<const uint8_t*>(mapped) + offset;
  size_ = size == 0 ? mapped_size_ - offset : size;
}

mapped_file::~mapped_file() {
  if (mapped_ != nullptr) munmap(mapped_, mapped_size_);
}

}  // namespace laconic
