import PubNubMachines
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The format of an outbox's file")
struct OutboxLogTests {
    private static let records: [OutboxRecord] = [
        .keyset("k"),
        .message(.init(id: "1", channel: "a", payload: Array(#"{"b":[1,2.50,"\u00e9 €"]}"#.utf8))),
        .message(
            .init(
                id: "2",
                channel: "ü/x",
                payload: Array(#""PNR1""#.utf8),
                isCompressed: true,
                isStored: false,
                hoursStored: 24,
                metadata: .object(["k": 1])
            )
        ),
        .done("1"),
    ]

    private let file: [UInt8]

    init() throws {
        file = try OutboxLog.title + Self.records.flatMap(OutboxLog.frame)
    }

    @Test("Reads what was written, byte for byte")
    func roundTrip() throws {
        let contents = try #require(try OutboxLog.read(file))
        #expect(contents.items.map(\.record) == Self.records)
        #expect(contents.damages == 0)
        #expect(contents.end == file.count)
        #expect(contents.items.last?.range.upperBound == file.count)
    }

    @Test("Reads the whole entries of a file that is truncated anywhere, without an error")
    func cutOff() throws {
        var ends = [0, OutboxLog.title.count]
        for record in Self.records { ends.append((ends.last ?? 0) + (try OutboxLog.frame(record).count)) }
        for count in 0...file.count {
            let contents = try #require(try OutboxLog.read(Array(file.prefix(count))))
            let whole = ends.lastIndex { $0 <= count } ?? 0
            #expect(contents.end == ends[whole])
            #expect(contents.items.map(\.record) == Array(Self.records.prefix(max(0, whole - 1))))
            #expect(contents.damages == 0, "at \(count)")
        }
    }

    @Test("A changed byte damages at most one entry, is counted, and never gives another entry")
    func damage() throws {
        for index in OutboxLog.title.count..<file.count {
            var bytes = file
            bytes[index] ^= 0x41
            let contents = try #require(try OutboxLog.read(bytes))
            #expect(contents.items.count == Self.records.count - 1)
            #expect(contents.items.allSatisfy { Self.records.contains($0.record) })
            // A length that becomes larger than the file looks like a truncated end.
            let isLast = try index >= file.count - OutboxLog.frame(Self.records[3]).count
            #expect(contents.damages == 1 || isLast, "at \(index)")
        }
    }

    @Test("Reads any file to its end and invents no entry")
    func noise() throws {
        var random = SplitMix64(state: 7)
        for _ in 0..<200 {
            var bytes = file
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let place = Int.random(in: OutboxLog.title.count..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: Array("PNR1".utf8), at: place)
                default: bytes.remove(at: place)
                }
            }
            let contents = try OutboxLog.read(bytes)
            #expect(contents?.items.allSatisfy { Self.records.contains($0.record) } == true)
        }
    }

    @Test("Distinguishes another kind of file from an outbox")
    func otherFile() throws {
        #expect(try OutboxLog.read(Array("{\"format\":\"pubnub-message-1\"}".utf8)) == nil)
        #expect(try OutboxLog.read([0]) == nil)
        #expect(try OutboxLog.read([]) == OutboxLog.Contents(end: 0))
    }

    @Test("Refuses an entry with a length beyond any message")
    func length() throws {
        let claim = OutboxLog.title + Array("PNR1".utf8) + [255, 255, 255, 255] + [UInt8](repeating: 0, count: 40)
        let contents = try #require(try OutboxLog.read(claim))
        #expect(contents.items.isEmpty)
        #expect(contents.damages == 1)
    }
}
