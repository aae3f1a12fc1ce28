import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("LiveQueue: ordered and batched", .timeLimit(.minutes(5)))
struct LiveQueueTests {
    private static func number(_ item: LiveItem) -> Timetoken { item.timetoken ?? 0 }

    private static func item(_ number: Int) -> LiveItem {
        .arrival(LiveArrival(channel: "c", through: "c", timetoken: Timetoken(number), event: .other))
    }

    @Test("All items that wait for a busy writer are stored in one transaction, and then reported as stored")
    func batch() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let batches = IntegrationInbox<[Timetoken]>()
        let stored = IntegrationInbox<Int>()
        let queue = LiveQueue(writer: store.writer) { _, items in
            batches.put(items.map(Self.number))
            return []
        }
        let isBusy = DispatchSemaphore(value: 0)
        let mayGo = DispatchSemaphore(value: 0)
        store.writer.asyncWriteWithoutTransaction { _ in
            isBusy.signal()
            mayGo.wait()
        }
        Thread.detachNewThread {
            isBusy.wait()
            for page in 0..<50 {
                queue.append((1...100).map { Self.item(page * 100 + $0) }) { stored.put(page) }
            }
            #expect(batches.all.isEmpty && stored.all.isEmpty)
            mayGo.signal()
        }
        _ = try await stored.next("all") { $0 == 49 ? true : nil }
        #expect(batches.all == [Array(1...5_000)] && stored.all == Array(0..<50))
        await queue.close()
        // A client that is not told would never poll again.
        queue.append([Self.item(9)]) { stored.put(50) }
        queue.append([]) { stored.put(51) }
        await queue.close()
        #expect(batches.all.count == 1 && stored.all.suffix(2) == [50, 51])
    }

    @Test("Items that could not be stored are stored first, without another event")
    func retry() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let batches = IntegrationInbox<[Timetoken]>()
        let stored = IntegrationInbox<Int>()
        let queue = LiveQueue(writer: store.writer) { _, items in
            batches.put(items.map(Self.number))
            return batches.all.count == 1 ? items : []
        }
        queue.append([Self.item(1)]) { stored.put(1) }
        let tries = try await batches.next(2, "batches") { $0 }
        #expect(tries == [[1], [1]] && stored.all == [1])
    }
}
