import Dispatch
import Foundation
import PubNubSupport

/// Writes lines to standard error on a thread of its own, so that a reader that does not read stops neither the server nor its end.
///
/// Lines that find no room are dropped. Their number is written before the next line that is not.
final class LogWriter: Sendable {
    /// The writer of the process.
    static let standardError = LogWriter { try? FileHandle.standardError.write(contentsOf: $0) }

    /// Bytes that wait for the reader, those in the current write included; some 10,000 lines.
    static let maxBytes = 2 * 1024 * 1024

    private struct State {
        var waiting = Data()
        /// Bytes in the current write, for which `waiting` has room no longer.
        var writtenCount = 0
        var dropped = 0
        var isWriting = false
        var droppedLine: @Sendable (Int) -> String = {
            "log: \($0) lines were dropped because standard error was not read"
        }
    }

    private let output: @Sendable (Data) -> Void
    private let queue = DispatchQueue(label: "pubnub.origin.log")
    private let state = Locked(State())

    /// - Parameter output: Writes lines, and returns when they are written. A failure cannot be reported anywhere else.
    init(_ output: @escaping @Sendable (Data) -> Void) {
        self.output = output
    }

    /// Sets the line that says how many lines were dropped.
    func setDroppedLine(_ line: @escaping @Sendable (Int) -> String) {
        state.withLock { $0.droppedLine = line }
    }

    /// Writes lines, each with its end, soon. Never waits.
    ///
    /// - Parameters:
    ///   - lines: The lines.
    ///   - count: Their number.
    func write(_ lines: String, count: Int = 1) {
        let isFirst = state.withLock { state -> Bool in
            guard state.waiting.count + state.writtenCount + lines.utf8.count <= Self.maxBytes else {
                state.dropped += count
                return false
            }
            if state.dropped > 0 {
                state.waiting.append(contentsOf: (state.droppedLine(state.dropped) + "\n").utf8)
                state.dropped = 0
            }
            state.waiting.append(contentsOf: lines.utf8)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { queue.async { self.writeWaiting() } }
    }

    /// Waits until all lines so far are written, or a time is over.
    ///
    /// - Parameter limit: The time. A reader that does not read would stop the end of the process.
    /// - Returns: Whether all are written.
    @discardableResult
    func flush(within limit: DispatchTimeInterval = .seconds(1)) -> Bool {
        let written = DispatchSemaphore(value: 0)
        queue.async { written.signal() }
        return written.wait(timeout: .now() + limit) == .success
    }

    private func writeWaiting() {
        while true {
            let lines = state.withLock { state -> Data in
                var lines = state.waiting
                if state.dropped > 0 {
                    lines.append(contentsOf: (state.droppedLine(state.dropped) + "\n").utf8)
                    state.dropped = 0
                }
                state.waiting = Data()
                state.writtenCount = lines.count
                state.isWriting = !lines.isEmpty
                return lines
            }
            guard !lines.isEmpty else { return }
            output(lines)
        }
    }
}
