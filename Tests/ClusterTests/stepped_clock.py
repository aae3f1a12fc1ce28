"""A program whose clock a check sets forward and back, while the clock of the machine stays as it is.

A program in Go reads the time from a page that the kernel maps into each process (the vDSO), so a preloaded library such as libfaketime does not
reach it. Before the first instruction of the process, its function of that page is replaced: the new one asks the kernel, and adds an offset.
"""

import ctypes
import os
import platform
import signal
import struct
import subprocess

ADDRESS_OF_PAGE = 33  # AT_SYSINFO_EHDR
PTRACE_TRACEME, PTRACE_DETACH = 0, 17
# clock_gettime(clock, result): adds the offset to the seconds if the clock is CLOCK_REALTIME.
FUNCTION = bytes.fromhex(
    "b8e4000000"      # mov eax, 228
    "0f05"            # syscall
    "85ff"            # test edi, edi
    "750a"            # jne to the last instruction
    "48630d06000000"  # movsxd rcx, dword [rip+6]
    "48010e"          # add [rsi], rcx
    "c3"              # ret
    "9090"            # the offset is at a multiple of four bytes
)
SYMBOL, SECTION = struct.Struct("<IBBHQQ"), struct.Struct("<IIQQQQIIQQ")
LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBRARY.ptrace.restype = ctypes.c_long


def is_possible():
    """Whether this machine can do that."""
    return platform.machine() == "x86_64"


class SteppedClock:
    """A running program; `step` changes its clock."""

    def __init__(self, arguments, **options):
        self.process = subprocess.Popen(
            arguments, preexec_fn=lambda: LIBRARY.ptrace(PTRACE_TRACEME, 0, None, None), **options)
        # It stops at its first instruction.
        _, status = os.waitpid(self.process.pid, 0)
        assert os.WIFSTOPPED(status) and os.WSTOPSIG(status) == signal.SIGTRAP, status
        page = self._page()
        function = page + function_offset(self._read(page, 16384))
        self._write(function, FUNCTION + struct.pack("<i", 0))
        self.offset = function + len(FUNCTION)
        assert LIBRARY.ptrace(PTRACE_DETACH, self.process.pid, None, None) == 0, os.strerror(ctypes.get_errno())

    def step(self, seconds):
        """Sets the clock to the time of the machine and so many seconds; negative ones are in the past."""
        self._write(self.offset, struct.pack("<i", seconds))

    def _page(self):
        with open(f"/proc/{self.process.pid}/auxv", "rb") as file:
            entries = struct.iter_unpack("<QQ", file.read())
            return dict(entries)[ADDRESS_OF_PAGE]

    def _read(self, address, count):
        with open(f"/proc/{self.process.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(count)

    def _write(self, address, data):
        with open(f"/proc/{self.process.pid}/mem", "r+b", buffering=0) as memory:
            memory.seek(address)
            assert memory.write(data) == len(data)


def function_offset(page):
    """Where `__vdso_clock_gettime` is in an image of the page, which is a small ELF library."""
    start, = struct.unpack_from("<Q", page, 40)
    size, count = struct.unpack_from("<HH", page, 58)
    sections = [SECTION.unpack_from(page, start + index * size) for index in range(count)]
    dynamic_symbols = 11
    _, _, _, _, symbols, length, names, _, _, _ = next(one for one in sections if one[1] == dynamic_symbols)
    text = sections[names][4]
    for place in range(symbols, symbols + length, SYMBOL.size):
        name, _, _, _, value, extent = SYMBOL.unpack_from(page, place)
        if page[text + name:].split(b"\0", 1)[0] == b"__vdso_clock_gettime":
            assert extent >= len(FUNCTION) + 4, extent
            return value
    raise AssertionError("the page has no clock")
