import Foundation
import Synchronization

/// Standard output: lines, and on a terminal a table that stays below them.
final class Screen: Sendable {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private let table = Mutex<[String]>([])

    /// Prints a line, above the table when one is shown.
    func print(_ line: String) {
        table.withLock { rows in write(isTerminal ? Self.replacing(rows, by: [line] + rows) : [line]) }
    }

    /// Shows names, a remark on each, and a title, in place of what was shown before. Without a terminal names alone are
    /// printed, after the time, when they are others than before.
    func show(_ title: String, _ remarks: [String: String], time: String) {
        let names = remarks.keys.sorted()
        table.withLock { rows in
            if isTerminal {
                let width = names.map(\.count).max() ?? 0
                let shown = names.map { name in
                    "  \(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(remarks[name] ?? "")"
                }
                write(Self.replacing(rows, by: ["\(title):"] + shown))
                rows = ["\(title):"] + shown
            } else if rows != names {
                write(["\(time) \(title): \(names.isEmpty ? "nobody" : names.joined(separator: ", "))"])
                rows = names
            }
        }
    }

    /// Lets the table stand where it is: further lines follow below it.
    func leaveTable() {
        table.withLock { $0 = [] }
    }

    /// The lines, after the control sequence that goes up to the first of `rows` and clears the rest of the terminal.
    private static func replacing(_ rows: [String], by lines: [String]) -> [String] {
        guard !rows.isEmpty, let first = lines.first else { return lines }
        return ["\u{1B}[\(rows.count)A\u{1B}[J\(first)"] + lines.dropFirst()
    }

    private func write(_ lines: [String]) {
        FileHandle.standardOutput.write(Data(lines.map { "\($0)\n" }.joined().utf8))
    }
}
