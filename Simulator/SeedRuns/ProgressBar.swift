import Foundation

/// A progress bar, shown on a terminal only.
struct ProgressBar {
    private static let width = 40

    private let total: UInt64
    private let isShown = isatty(STDERR_FILENO) == 1
    private var shown = -1

    init(total: UInt64) {
        self.total = max(total, 1)
    }

    mutating func advance(to done: UInt64) {
        let cells = Int(done * UInt64(Self.width) / total)
        guard isShown, cells != shown || done % 500 == 0 else { return }
        shown = cells
        let bar = String(repeating: "#", count: cells) + String(repeating: ".", count: Self.width - cells)
        write("\r[\(bar)] \(done) of \(total) seeds")
    }

    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
