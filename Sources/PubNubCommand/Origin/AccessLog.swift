import Dispatch
import Foundation
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// Writes a line for each request to standard error. Lines are made on a thread of its own. Values that may be private are masked.
final class AccessLog: OriginObserver {
    private struct State {
        var records: [OriginRequestRecord] = []
        var dropped = 0
        var isWriting = false
    }

    /// Records that wait for their lines to be made; more are dropped and counted.
    private static let maxRecords = 10_000

    private let format: ServerLog.Format
    private let writer = LogWriter.standardError
    private let queue = DispatchQueue(label: "pubnub.origin.access-log")
    private let state = Locked(State())

    /// A log of a form.
    init(_ format: ServerLog.Format) {
        self.format = format
    }

    func requestEnded(_ record: OriginRequestRecord) {
        let isFirst = state.withLock { state -> Bool in
            guard state.records.count < Self.maxRecords else {
                state.dropped += 1
                return false
            }
            state.records.append(record)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { queue.async { self.writeWaiting() } }
    }

    /// Returns when the lines of all records so far are made.
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
            // Line by line, so that as many as possible find room.
            for record in records { writer.write(line(record) + "\n") }
            // If this line finds no room, the lines that it stands for are counted in its place.
            if dropped > 0 { writer.write(droppedLine(dropped) + "\n", count: dropped) }
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
            let members: [String: JSON] = [
                "time": .string(ServerLog.time(record.date)), "peer": .text(record.peer),
                "method": .string(record.method), "target": .string(record.maskedTarget),
                "route": .string(record.route), "status": record.status.map { .integer(Int64($0)) } ?? .null,
                "receivedBytes": .integer(Int64(record.receivedBytes)), "sentBytes": .integer(Int64(record.sentBytes)),
                "microseconds": .integer(microseconds),
            ]
            return JSON.object(members).text
        }
    }

    private func droppedLine(_ count: Int) -> String {
        switch format {
        case .text: "access log: \(count) lines were dropped because requests ended faster than they can be logged"
        case .json: JSON.object(["dropped": .integer(Int64(count))]).text
        }
    }
}
