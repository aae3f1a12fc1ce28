import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("LiveQueue: ordered, batched and bounded", .timeLimit(.minutes(5)))
struct LiveQueueTests {
    private static func number(_ item: LiveItem) -> Timetoken { item.timetoken ?? 0 }

    private static func item(_ number: Int) -> LiveItem {
        .arrival(LiveArrival(channel: "c", through: "c", timetoken: Timetoken(number), event: .other))
    }

    @Test("At most 1,024 items wait for a busy writer; then appending blocks")
    func backPressure() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let batches = IntegrationInbox<[Timetoken]>()
        let appended = IntegrationInbox<Int>()
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
            for number in 1...5_000 {
                queue.append(Self.item(number))
                appended.put(number)
            }
        }
        _ = try await appended.next("1,023") { $0 == 1_023 ? true : nil }
        #expect(batches.all.isEmpty && appended.all.count == 1_023)
        mayGo.signal()
        _ = try await appended.next("all") { $0 == 5_000 ? true : nil }
        await queue.close()
        #expect(batches.all.flatMap(\.self) == Array(1...5_000))
        #expect(batches.all.map(\.count).max() ?? 0 <= LiveQueue.limit && batches.all.count < 5_000)
        queue.append(Self.item(9))
        await queue.close()
        #expect(batches.all.flatMap(\.self).count == 5_000)
    }

    @Test("Items that could not be stored are stored first, without another event")
    func retry() async throws {
        let store = try ChatStore(configuration: .inMemory)
        let batches = IntegrationInbox<[Timetoken]>()
        let queue = LiveQueue(writer: store.writer) { _, items in
            batches.put(items.map(Self.number))
            return batches.all.count == 1 ? items : []
        }
        queue.append(Self.item(1))
        let tries = try await batches.next(2, "batches") { $0 }
        #expect(tries == [[1], [1]])
    }
}
