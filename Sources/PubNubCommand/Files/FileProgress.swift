import ArgumentParser
import PubNub
import PubNubAsync
import PubNubSupport

/// Shows how far a transfer is, in one line of a terminal.
final class FileProgress: Sendable {
    private static let width = 30
    private static let units = ["B", "KiB", "MiB", "GiB"]

    private let output: Output
    private let isShown: Bool
    private let name: String

    init(_ output: Output, isShown: Bool, name: String) {
        self.output = output
        self.isShown = isShown
        self.name = name
    }

    func show(_ step: TransferProgress) {
        guard isShown else { return }
        guard let total = step.total, total > 0 else {
            return output.liveLine("\(name)  \(Self.size(step.bytes))".printable)
        }
        let done = min(step.bytes, total) * Self.width / total
        let bar = String(repeating: "#", count: done) + String(repeating: ".", count: Self.width - done)
        let percent = min(step.bytes, total) * 100 / total
        output.liveLine("\(name)  [\(bar)] \(percent) %  \(Self.size(step.bytes)) of \(Self.size(total))".printable)
    }

    /// Removes the line.
    func end() {
        if isShown { output.liveLine(nil) }
    }

    /// A number of bytes for people.
    static func size(_ bytes: Int) -> String {
        var (tenths, unit) = (bytes * 10, 0)
        while tenths >= 10_240, unit + 1 < units.count {
            tenths /= 1024
            unit += 1
        }
        return unit == 0 ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

/// A value that a closure and its maker share.
final class Shared<Value: Sendable>: Sendable {
    private let stored: Locked<Value>

    init(_ value: Value) {
        stored = Locked(value)
    }

    var value: Value {
        get { stored.withLock(\.self) }
        set { stored.withLock { $0 = newValue } }
    }
}

/// The bytes `first-last` of a file, both included.
struct ByteRangeArgument: ExpressibleByArgument, Sendable {
    let range: Range<Int>

    init?(argument: String) {
        let ends = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first, last < .max else {
            return nil
        }
        range = first..<last + 1
    }
}

/// The name of a file on this machine.
enum FilePath {
    /// The name that a file of a channel gets in the present folder: without separators, control characters and dots at its start.
    static func local(_ name: String) -> String {
        let base = name.split(whereSeparator: { "/\\".contains($0) }).last.map(String.init) ?? ""
        let kept = String(
            String.UnicodeScalarView(base.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
        let visible = kept.drop { $0 == "." || $0 == "-" }
        return visible.isEmpty ? "file" : String(visible)
    }
}
