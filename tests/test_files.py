"""Text in, plain or packed, and output that appears whole or not at all."""

from __future__ import annotations

import gzip
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laconic.errors import FormatError, LaconicError
from laconic.files import check_writable, read_all_lines, read_lines, replacing


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def write_and_fail(path: Path, error: type[BaseException]) -> None:
    with replacing(path) as stream:
        stream.write("new\n" * 100_000)
        raise error


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.parametrize(
    ("raw", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"one\ntwo\n", ["one", "two"]),
        (b"one\ntwo", ["one", "two"]),
        (b"one\r\n\r\ntwo\r\n", ["one", "", "two"]),
        (b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\n", ["one", "\ufefftwo"]),
        (b"\xef\xbb\xbf\r\n", [""]),
        (b" one \n\ttwo\x0b\n", [" one ", "\ttwo\x0b"]),
        ("Señor\u2028日本\x85\x1d\n".encode(), ["Señor\u2028日本\x85\x1d"]),
    ],
)
@pytest.mark.parametrize("name", ["text.txt", "text", "text.txt.gz"])
def test_lines_are_read(raw: bytes, lines: list[str], name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    assert list(read_lines(path)) == lines
    assert list(read_lines(str(path))) == lines


@pytest.mark.parametrize(
    ("raw", "line", "byte"),
    [
        (b"\xff\xfeo\x00", 1, "0xff"),
        (b"one\ntwo\ncaf\xe9 au lait\n", 3, "0xe9"),
        (b"one\n\n\xc3", 3, "0xc3"),
    ],
)
@pytest.mark.parametrize("name", ["text.txt", "text.gz"])
def test_bad_utf8_is_refused_with_its_line(
    raw: bytes, line: int, byte: str, name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    with pytest.raises(FormatError) as caught:
        list(read_lines(path))
    assert str(caught.value) == f"{path}:{line}: found the byte {byte}, expected UTF-8 text"


@pytest.mark.parametrize("name", ["missing.txt", "missing.gz", "no/folder.txt"])
def test_a_missing_file_is_an_error_for_people(name: str, tmp_path: Path) -> None:
    with pytest.raises(LaconicError) as caught:
        list(read_lines(tmp_path / name))
    assert str(caught.value) == f"cannot read {tmp_path / name}: No such file or directory"


@pytest.mark.parametrize("name", ["folder", "folder.gz"])
def test_a_folder_cannot_be_read(name: str, tmp_path: Path) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(LaconicError, match=f"^cannot read {tmp_path / name}: Is a directory$"):
        list(read_lines(tmp_path / name))


def test_a_truncated_gz_file_is_an_error_for_people(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    packed = gzip.compress(b"one line\n" * 1000)
    for length in (len(packed) - 1, len(packed) // 2, 5):
        path.write_bytes(packed[:length])
        with pytest.raises(LaconicError, match=f"^cannot read {re.escape(str(path))}: .+"):
            list(read_lines(path))


def test_a_file_that_is_no_gz_file_is_an_error_for_people(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    path.write_bytes(b"plain text\n")
    with pytest.raises(LaconicError, match=r"text\.gz: Not a gzipped file"):
        list(read_lines(path))


def test_a_damaged_gz_file_is_an_error_for_people(tmp_path: Path) -> None:
    path = tmp_path / "text.gz"
    packed = bytearray(gzip.compress(bytes(range(256)).replace(b"\n", b"") + b"\n"))
    packed[10] = 0xFF  # the first byte of the compressed data
    path.write_bytes(packed)
    with pytest.raises(LaconicError, match=r"^cannot read .*text\.gz: "):
        list(read_lines(path))


def test_lines_are_read_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"one\n\xff\n")
    lines = read_lines(path)
    assert next(lines) == "one"
    with pytest.raises(FormatError):
        next(lines)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"))))
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str]
) -> None:
    path = tmp_path_factory.mktemp("files") / "text.txt"
    with replacing(path) as stream:
        stream.writelines(f"{line}\n" for line in ["first", *lines])
    assert list(read_lines(path)) == ["first", *lines]


@given(raw=st.binary() | st.text().map(lambda text: text.encode("utf-8", "replace")))
@pytest.mark.parametrize("name", ["text.txt", "text.gz"])
def test_any_bytes_can_be_read_and_written_again(
    tmp_path_factory: pytest.TempPathFactory, name: str, raw: bytes
) -> None:
    path = tmp_path_factory.mktemp("files") / name
    path.write_bytes(gzip.compress(raw) if path.suffix == ".gz" else raw)
    lines = list(read_all_lines(path))
    assert len(lines) == len(raw.splitlines()) or b"\r" in raw
    with replacing(path, bad_bytes=True) as stream:
        stream.writelines(lines)
    written = path.read_bytes()
    assert (gzip.decompress(written) if path.suffix == ".gz" else written) == raw


def test_a_new_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with replacing(path) as stream:
        stream.write("one\n")
        stream.flush()
        assert not path.exists()
        stream.write("two Señor\n")
    assert path.read_bytes() == "one\ntwo Señor\n".encode()
    assert names_in(tmp_path) == ["out.txt"]


def test_an_old_file_is_replaced_only_when_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old, and longer than the new\n", encoding="utf-8")
    with replacing(str(path)) as stream:
        stream.write("new\n")
        stream.flush()
        assert path.read_text("utf-8") == "old, and longer than the new\n"
    assert path.read_text("utf-8") == "new\n"
    assert names_in(tmp_path) == ["out.txt"]


def test_a_name_without_a_folder_is_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with replacing("out.txt") as stream:
        stream.write("new\n")
    assert (tmp_path / "out.txt").read_text("utf-8") == "new\n"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("old", ["old\n", None])
def test_after_an_error_the_old_file_is_as_it_was(
    error: type[BaseException], old: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "out.txt"
    if old is not None:
        path.write_text(old, encoding="utf-8")
    with pytest.raises(error):
        write_and_fail(path, error)
    assert names_in(tmp_path) == ([] if old is None else ["out.txt"])
    assert old is None or path.read_text("utf-8") == old


def test_text_that_is_no_unicode_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(LaconicError, match="is no Unicode character"), replacing(path) as stream:
        stream.write("\ud800")
    assert path.read_text("utf-8") == "old\n"
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("umask", [0o022, 0o027, 0o077, 0o002], ids=oct, indirect=True)
def test_a_new_file_has_the_mode_that_open_gives(umask: int, tmp_path: Path) -> None:
    (tmp_path / "opened.txt").write_text("", encoding="utf-8")
    with replacing(tmp_path / "out.txt"):
        pass
    assert mode_of(tmp_path / "out.txt") == mode_of(tmp_path / "opened.txt") == 0o666 & ~umask
    assert os.umask(umask) == umask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755], ids=oct)
def test_an_old_file_keeps_its_mode_as_with_open(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.touch()
    path.chmod(mode)
    path.write_text("opened\n", encoding="utf-8")
    assert mode_of(path) == mode
    with replacing(path) as stream:
        stream.write("new\n")
    assert mode_of(path) == mode


def test_a_missing_folder_is_an_error_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "no" / "out.txt"
    message = f"^cannot write {re.escape(str(path))}: No such file or directory$"
    with pytest.raises(LaconicError, match=message), replacing(path):
        pytest.fail("nothing can be written here")
    with pytest.raises(LaconicError, match=message):
        check_writable(path)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LaconicError, match=r"^cannot write .*out\.txt: Not a directory$"):
        check_writable(tmp_path / "file" / "out.txt")


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    message = f"^cannot write {re.escape(str(tmp_path / 'out'))}: Is a directory$"
    with pytest.raises(LaconicError, match=message), replacing(tmp_path / "out"):
        pass
    assert names_in(tmp_path) == ["out"]
    assert (tmp_path / "out").is_dir()


def test_a_folder_is_found_unwritable_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(LaconicError, match=r"^cannot write .*out: "):
        check_writable(tmp_path / "out")


def test_check_writable_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text("old\n", encoding="utf-8")
    check_writable(tmp_path / "old.txt")
    check_writable(str(tmp_path / "new.txt"))
    assert names_in(tmp_path) == ["old.txt"]
    assert (tmp_path / "old.txt").read_text("utf-8") == "old\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_forbidden_folder_is_found_before_the_work(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    with pytest.raises(LaconicError, match=r"^cannot write .*: Permission denied$"):
        check_writable(folder / "out.txt")


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("real")
    with replacing(tmp_path / "link") as stream:
        stream.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text("utf-8") == "new"


def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with replacing(tmp_path / "pipe") as stream:
        stream.write("through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert names_in(tmp_path) == ["pipe"]


def test_a_name_as_long_as_the_system_takes(tmp_path: Path) -> None:
    with replacing(tmp_path / ("x" * 255)) as stream:
        stream.write("long")
    assert (tmp_path / ("x" * 255)).read_text("utf-8") == "long"
