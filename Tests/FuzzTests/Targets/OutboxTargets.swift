@testable import PubNub
@testable import PubNubCore
import PubNubMachines
import PubNubWire

/// The file that an earlier process wrote.
enum OutboxTargets {
    static let all = [
        FuzzTarget(name: "outbox-file", dictionary: "outbox", check: file),
        FuzzTarget(name: "outbox-entry", dictionary: "outbox", check: entry),
    ]

    private static let first = OutboxRecord.message(.init(id: "first", channel: "a", payload: Array("1".utf8)))
    private static let last = OutboxRecord.done("last")

    /// Whatever stands between two entries, both are found, at the positions in the file that the reader reports.
    private static func file(_ bytes: [UInt8]) throws {
        try checkPlaces(OutboxLog.read(bytes), in: bytes)
        let title = Array("PUBNUB OUTBOX 1\n".utf8)
        let whole = try title + OutboxLog.frame(first) + bytes + OutboxLog.frame(last)
        let contents = try require(OutboxLog.read(whole), "a file with the title is an outbox")
        try checkPlaces(contents, in: whole)
        try require(contents.items.first?.record == first, "an entry is kept whatever follows it")
        try require(contents.items.last?.record == last, "an entry is found whatever stands before it")
        try require(contents.end == whole.count, "the file ends behind its last entry")
        let found = contents.items.dropFirst().dropLast()
        let used = found.reduce(0) { $0 + $1.range.count }
        try require((contents.damages == 0) == (used == bytes.count), "what is no entry is counted as damage")
        // If the file is truncated anywhere, all earlier entries are still found.
        let cut = whole.count - bytes.count % 40 - 1
        let rest = try require(OutboxLog.read(Array(whole[..<cut])), "a file that is cut off is an outbox")
        let before = contents.items.prefix { $0.range.upperBound <= cut }
        try require(rest.items.starts(with: before), "a cut takes nothing before it")
    }

    private static func checkPlaces(_ contents: OutboxLog.Contents?, in bytes: [UInt8]) throws {
        guard let contents else { return }
        var end = 0
        for item in contents.items {
            try require(item.range.lowerBound >= end && item.range.upperBound <= bytes.count, "entries have places")
            end = item.range.upperBound
            let again = try OutboxLog.read(Array("PUBNUB OUTBOX 1\n".utf8) + bytes[item.range])
            try require(again?.items.map(\.record) == [item.record], "an entry is itself, wherever it stands")
        }
        try require(contents.end <= bytes.count && contents.damages <= bytes.count, "damage is within the file")
        try require(contents.items.isEmpty || contents.end == end, "the end is that of the last entry")
    }

    /// An entry that is read and written again is equal, and so is the mark of its message.
    private static func entry(_ bytes: [UInt8]) throws {
        guard let record = OutboxRecord(body: bytes) else { return }
        let body = record.body
        let again = try require(OutboxRecord(body: body), "what was written can be read")
        try require(again.body == body, "writing twice gives the same text")
        guard case .message(let message) = record else { return }
        try require(again == record, "what was read, written and read again is the same")
        let sent = OutboxMark.metadata(message.metadata, markedWith: message.id)
        let mark = sent.flatMap { OutboxMark.mark(in: RawJSON($0)) }
        let isMarked = !message.id.isEmpty && message.id.utf8.count <= 64 && sent?.object != nil
        if isMarked { try require(mark == message.id, "a receiver finds the mark") }
    }
}
