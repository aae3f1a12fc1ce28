import Foundation

/// The terminal in raw mode, with the alternate screen. `exit` restores it through `atexit`, and a crash in its signal
/// handler; only SIGKILL leaves it as it is.
struct Terminal {
    private nonisolated(unsafe) static var saved = termios()
    // Resets colours, shows the cursor and leaves the alternate screen. Static, because a signal handler must not allocate.
    private static let leave: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// The rows on the screen. If empty, the next frame is drawn completely.
    var drawn: [String] = []

    /// Enters raw mode; nil if standard input or output is not a terminal.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &Self.saved) == 0 else { return nil }
        var raw = Self.saved
        cfmakeraw(&raw)
        // Log lines would overwrite the screen.
        if isatty(STDERR_FILENO) == 1 { Self.discardOutput(to: STDERR_FILENO) }
        atexit { Terminal.restore() }
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT] {
            signal(number) { number in
                Terminal.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        Self.write("\u{1B}[?1049h")
    }

    /// Restores the terminal. What other threads draw until the process has ended is discarded, as it would appear on
    /// the screen of the shell. All calls are those that a signal handler may make.
    private static func restore() {
        let screen = dup(STDOUT_FILENO)
        discardOutput(to: STDOUT_FILENO)
        tcsetattr(STDIN_FILENO, TCSANOW, &saved)
        _ = Glibc.write(screen, leave.utf8Start, leave.utf8CodeUnitCount)
    }

    private static func discardOutput(to descriptor: Int32) {
        let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(null, descriptor)
        close(null)
    }

    static var size: View.Size {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? View.Size(width: Int(size.ws_col), height: Int(size.ws_row)) : View.Size()
    }

    /// Draws the rows that changed, in one write, so that nothing flickers. Places the cursor in the last row.
    mutating func draw(_ rows: [String], cursor column: Int) {
        var output = "\u{1B}[?25l"
        if drawn.isEmpty { output += "\u{1B}[2J" }
        for (index, row) in rows.enumerated() {
            let isDrawn = drawn.indices.contains(index) && drawn[index] == row
            if isDrawn { continue }
            output += "\u{1B}[\(index + 1);1H\u{1B}[0m\u{1B}[2K\(row)"
        }
        drawn = rows
        Self.write(output + "\u{1B}[\(rows.count);\(column + 1)H\u{1B}[?25h")
    }

    /// Writes to standard output. Ends the program if the reader closed it.
    static func write(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            exit(1)
        }
    }
}
