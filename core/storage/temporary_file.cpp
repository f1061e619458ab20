#include "temporary_file.h"

#include <stdlib.h>
#include <unistd.h>

#include <utility>

#include "errors.h"

namespace laconic {

temporary_file::temporary_file(const std::string& folder) : folder_(folder) {
  std::string name = folder + "/laconic.XXXXXX";
  descriptor_ = mkstemp(name.data());
  if (descriptor_ < 0) throw file_error(folder, errno, true);
  unlink(name.c_str());
}

temporary_file::temporary_file(temporary_file&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_) {}

temporary_file& temporary_file::operator=(temporary_file&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  return *this;
}

temporary_file::~temporary_file() {
  if (descriptor_ >= 0) close(descriptor_);
}

uint64_t temporary_file::append(const void* data, uint64_t size) {
  const char* at = static_cast<const char*>(data);
  const uint64_t start = size_;
  while (size > 0) {
    const ssize_t written = pwrite(descriptor_, at, size, static_cast<off_t>(size_));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw file_error(folder_, written < 0 ? errno : ENOSPC, true);
    at += written;
    size -= static_cast<uint64_t>(written);
    size_ += static_cast<uint64_t>(written);
  }
  return start;
}

void temporary_file::read(uint64_t offset, void* data, uint64_t size) const {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = pread(descriptor_, at, size, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw file_error(folder_, got < 0 ? errno : EIO, true);
    at += got;
    offset += static_cast<uint64_t>(got);
    size -= static_cast<uint64_t>(got);
  }
}

}  // namespace laconic
