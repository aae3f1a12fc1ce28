import BenchMeasure
import Dispatch
import Foundation
import PubNub
import Synchronization

/// Receives pages of 100 messages with several clients at full speed, each on a queue of its own.
///
/// All clients of a process share one network thread, which also decodes and decrypts.
final class BusyClientsBenchmark: Sendable {
    private struct Start {
        let time: Double
        let cpu: Double
        let networkCPU: Double

        static var now: Start {
            Start(time: now_seconds(), cpu: cpu_seconds(), networkCPU: thread_cpu_seconds("pubnub-network"))
        }
    }

    private static let page = 100

    private let total: Int
    private let warm: Int
    private let isEncrypted: Bool
    private let received = Atomic<Int>(0)
    private let start = Mutex<Start?>(nil)
    private let clients = Mutex<[PubNub]>([])

    /// Runs a tenth more than `amount`; the first tenth is not measured.
    init(_ amount: Int, isEncrypted: Bool) {
        warm = (amount / 10 / Self.page + 1) * Self.page
        total = amount / Self.page * Self.page + warm
        self.isEncrypted = isEncrypted
    }

    func run(port: String, count: Int) {
        for number in 0..<count {
            let queue = DispatchQueue(label: "client \(number)")
            let client = Clients.make(port: port, cipherKey: isEncrypted ? "enigma" : "", queue: queue)
            clients.withLock { $0.append(client) }
            receive(client)
            client.connect(
                successBlock: { [isEncrypted] _ in
                    client.subscribe(on: [PNChannel.channel(withName: isEncrypted ? "encrypted-0" : "page100-0")])
                },
                errorBlock: { Clients.fail("connect", $0) }
            )
        }
    }

    private func receive(_ client: PubNub) {
        var count = 0
        client.observationCenter.addMessageReceiveObserver(self) { message in
            count += 1
            if count == 1, !(message?.message is [String: Any]) {
                Clients.fail("decrypting", message?.message)
            }
            if count % Self.page == 0 {
                self.pass()
            }
        }
    }

    /// Counts a page.
    private func pass() {
        let count = received.wrappingAdd(Self.page, ordering: .acquiringAndReleasing).newValue
        if count == warm {
            start.withLock { $0 = .now }
        } else if count == total {
            report(since: start.withLock { $0 } ?? .now)
            exit(0)
        }
    }

    private func report(since start: Start) {
        let end = Start.now
        let count = Double(total - warm)
        BenchMeasure.report("per-second", count / (end.time - start.time))
        BenchMeasure.report("cpu-us", (end.cpu - start.cpu) / count * 1e6)
        BenchMeasure.report("network-us", (end.networkCPU - start.networkCPU) / count * 1e6)
    }
}
