import Dispatch
import Foundation
import PubNubLocks
import PubNubOrigin
import PubNubWire

/// Writes a line for each request to standard error, on a thread of its own. Values that may be private are masked.
final class AccessLog: OriginObserver {
    private struct State {
        var records: [OriginRequestRecord] = []
        var dropped = 0
        var isWriting = false
    }

    /// Records that wait at most; more are dropped and counted, so that a slow reader does not stop the server.
    private static let mostWaiting = 10_000

    private let format: ServerLog.Format
    private let write: @Sendable (Data) -> Void
    private let queue = DispatchQueue(label: "pubnub.origin.access-log")
    private let state = Locked(State())

    /// A log of a form; `write` takes whole lines.
    init(
        _ format: ServerLog.Format,
        write: @escaping @Sendable (Data) -> Void = { try? FileHandle.standardError.write(contentsOf: $0) }
    ) {
        self.format = format
        self.write = write
    }

    func requestEnded(_ record: OriginRequestRecord) {
        let isFirst = state.withLock { state -> Bool in
            guard state.records.count < Self.mostWaiting else {
                state.dropped += 1
                return false
            }
            state.records.append(record)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { queue.async { self.writeWaiting() } }
    }

    /// Returns when all records so far are written.
    func flush() {
        queue.sync {}
    }

    private func writeWaiting() {
        while true {
            let (records, dropped) = state.withLock { state -> ([OriginRequestRecord], Int) in
                defer {
                    state.isWriting = !state.records.isEmpty || state.dropped > 0
                    state.records = []
                    state.dropped = 0
                }
                return (state.records, state.dropped)
            }
            guard !records.isEmpty || dropped > 0 else { return }
            var lines = ""
            for record in records { lines += line(record) + "\n" }
            if dropped > 0 { lines += droppedLine(dropped) + "\n" }
            write(Data(lines.utf8))
        }
    }

    private func line(_ record: OriginRequestRecord) -> String {
        let (seconds, attoseconds) = record.duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        switch format {
        case .text:
            let status = record.status.map(String.init) ?? "-"
            return """
                \(ServerLog.time(record.date)) \(record.peer ?? "-") \(record.method.isEmpty ? "-" : record.method) \
                \(record.maskedTarget.isEmpty ? "-" : record.maskedTarget) \(record.route) \(status) \
                \(record.receivedBytes) \(record.sentBytes) \(microseconds)us
                """.printable
        case .json:
            let members: [String: JSONValue] = [
                "time": .string(ServerLog.time(record.date)), "peer": .text(record.peer),
                "method": .string(record.method), "target": .string(record.maskedTarget),
                "route": .string(record.route), "status": record.status.map { .integer(Int64($0)) } ?? .null,
                "receivedBytes": .integer(Int64(record.receivedBytes)), "sentBytes": .integer(Int64(record.sentBytes)),
                "microseconds": .integer(microseconds),
            ]
            return JSONValue.object(members).text
        }
    }

    private func droppedLine(_ count: Int) -> String {
        switch format {
        case .text: "access log: \(count) lines were dropped because standard error was not read fast enough"
        case .json: JSONValue.object(["dropped": .integer(Int64(count))]).text
        }
    }
}
