import Foundation

/// The terminal while the program draws on it: a screen of its own, and every key as it is pressed. Whatever ends the program, but SIGKILL,
/// gives the terminal back as it was: `exit` does by `atexit`, a crash in its signal handler.
struct Terminal {
    private nonisolated(unsafe) static var saved = termios()
    // Colours off, cursor shown, the screen of before: static, for a signal handler must not make strings.
    private static let leave: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

    /// The rows on the screen; without any, the next ones are drawn in full.
    var drawn: [String] = []

    /// Takes the terminal over; nil when there is none.
    init?() {
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &Self.saved) == 0 else { return nil }
        var raw = Self.saved
        cfmakeraw(&raw)
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

    private static func restore() {
        tcsetattr(STDIN_FILENO, TCSANOW, &saved)
        _ = Glibc.write(STDOUT_FILENO, leave.utf8Start, leave.utf8CodeUnitCount)
    }

    static var size: View.Size {
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? View.Size(width: Int(size.ws_col), height: Int(size.ws_row)) : View.Size()
    }

    /// Draws the rows that are not as they were, in one write, so that nothing flickers; the cursor goes to the last row.
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

    /// Writes to standard output; when nobody reads it any more, the program is over.
    static func write(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            exit(1)
        }
    }
}
