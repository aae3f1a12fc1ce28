import Testing

@testable import PubNubOrigin

private let a = Topic(keyset: "demo", name: "a")

/// Documentation/WireProtocol.md, "History".
@Suite("History: start exclusive, end inclusive, ascending inside a page")
struct HistoryStoreTests {
    private func store(messagesPerChannel: Int = 1000, bytes: Int = 1_000_000) -> HistoryStore {
        var store = HistoryStore(messagesPerChannel: messagesPerChannel, bytes: bytes)
        for timetoken in stride(from: 10, through: 100, by: 10) as StrideThrough<UInt64> {
            store.append(StoredMessage(timetoken: timetoken, payload: []), to: a)
        }
        return store
    }

    private func page(_ range: HistoryRange) -> [UInt64] { store().page(range, of: a, date: 0).map(\.timetoken) }

    @Test("No bounds: the newest, or the oldest when reversed")
    func unbounded() {
        #expect(page(HistoryRange(limit: 3)) == [80, 90, 100])
        #expect(page(HistoryRange(reverse: true, limit: 3)) == [10, 20, 30])
        #expect(page(HistoryRange(limit: 100)) == Array(stride(from: 10, through: 100, by: 10)))
    }

    @Test("Start only: older than start; reversed: newer than start")
    func startOnly() {
        #expect(page(HistoryRange(start: 50, limit: 2)) == [30, 40])
        #expect(page(HistoryRange(start: 50, reverse: true, limit: 2)) == [60, 70])
        #expect(page(HistoryRange(start: 10, limit: 2)) == [])
        #expect(page(HistoryRange(start: 0, limit: 2)) == [])
    }

    @Test("End only: from end to the newest; reversed: from the oldest to end")
    func endOnly() {
        #expect(page(HistoryRange(end: 50, limit: 2)) == [90, 100])
        #expect(page(HistoryRange(end: 80, limit: 9)) == [80, 90, 100])
        #expect(page(HistoryRange(end: 30, reverse: true, limit: 9)) == [10, 20, 30])
    }

    @Test("Start after end: read backwards from start")
    func backwards() {
        #expect(page(HistoryRange(start: 80, end: 50, limit: 9)) == [50, 60, 70])
        #expect(page(HistoryRange(start: 80, end: 50, limit: 2)) == [60, 70])
        #expect(page(HistoryRange(start: 80, end: 50, reverse: true, limit: 2)) == [50, 60])
    }

    @Test("Start before end: the newest of the range, or its oldest when reversed")
    func forwards() {
        for reverse in [false, true] {
            #expect(page(HistoryRange(start: 50, end: 80, reverse: reverse, limit: 9)) == [60, 70, 80])
        }
        #expect(page(HistoryRange(start: 50, end: 80, limit: 2)) == [70, 80])
        #expect(page(HistoryRange(start: 50, end: 80, reverse: true, limit: 2)) == [60, 70])
    }

    @Test("Without a parameter for the direction, a range is read from its start towards its end")
    func directionOfTheBounds() {
        #expect(page(HistoryRange(start: 50, end: 80, reverse: nil, limit: 2)) == [60, 70])
        #expect(page(HistoryRange(start: 80, end: 50, reverse: nil, limit: 2)) == [60, 70])
    }

    @Test func startAtEndIsNothing() {
        #expect(page(HistoryRange(start: 50, end: 50, limit: 9)) == [])
        #expect(page(HistoryRange(start: 50, end: 50, reverse: true, limit: 9)) == [])
    }

    @Test func pagesOfAFullHistoryFollowEachOther() {
        var seen: [UInt64] = []
        var start: UInt64?
        repeat {
            let page = page(HistoryRange(start: start, limit: 4))
            seen = page + seen
            start = page.first
        } while start != nil
        #expect(seen == Array(stride(from: 10, through: 100, by: 10)))
    }

    @Test func aMessageIsGoneAfterItsTime() {
        var store = HistoryStore(messagesPerChannel: 10, bytes: 10_000)
        store.append(StoredMessage(timetoken: 1, payload: [], expiry: 100), to: a)
        store.append(StoredMessage(timetoken: 2, payload: []), to: a)
        #expect(store.page(HistoryRange(), of: a, date: 99).count == 2)
        #expect(store.page(HistoryRange(), of: a, date: 100).map(\.timetoken) == [2])
        #expect(store.page(HistoryRange(limit: 1), of: a, date: 100).map(\.timetoken) == [2])
    }

    @Test("Bounds memory: in messages per channel, and in bytes in total")
    func bounded() {
        let short = store(messagesPerChannel: 3)
        #expect(short.page(HistoryRange(), of: a, date: 0).map(\.timetoken) == [80, 90, 100])
        var flooded = HistoryStore(messagesPerChannel: 100, bytes: 10_000)
        for number in 0..<5000 as Range<UInt64> {
            let message = StoredMessage(timetoken: number, payload: Array(repeating: 0x31, count: 100))
            flooded.append(message, to: Topic(keyset: "demo", name: "c\(number)"))
            #expect(flooded.usedBytes <= 10_000 + 400)
        }
        #expect(flooded.channelCount < 50)
        #expect(flooded.page(HistoryRange(), of: Topic(keyset: "demo", name: "c4999"), date: 0).count == 1)
    }
}
