import Foundation

/// How text for people is laid out: colour only on a terminal that wants it, columns aligned.
struct Terminal: Sendable {
    enum Colour: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case blue = "34"
        case dim = "2"
    }

    /// Whether escape sequences may be written.
    let hasColour: Bool
    /// Whether the descriptor is a terminal.
    let isTerminal: Bool

    init(descriptor: Int32) {
        let environment = ProcessInfo.processInfo.environment
        let isWanted = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        isTerminal = isatty(descriptor) == 1
        hasColour = isWanted && isTerminal
    }

    func paint(_ text: String, _ colour: Colour) -> String {
        hasColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The rows with every column but the last padded to its widest cell.
    static func columns(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].width : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated()
                .map { column, cell in
                    column == row.count - 1
                        ? cell : cell + String(repeating: " ", count: widths[column] - cell.width)
                }
                .joined(separator: "  ")
        }
    }
}
