import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The fetch of a snapshot of another server")
struct SnapshotFetchTests {
    /// A server whose snapshot has four bytes.
    private struct Server: SnapshotTransport {
        let address = "server"
        let maxResponseBytes = 4096

        func request(
            _ bytes: [UInt8],
            to address: String?,
            serverTimeout: Duration,
            timeout: Duration
        ) async throws(SnapshotTransportFailure) -> [UInt8] {
            switch SnapshotRequest(bytes) {
            case .make?: SnapshotResponse.accepted(address: self.address, id: "i").bytes
            case .describe?:
                SnapshotResponse.ready(SnapshotFacts(size: 4, position: LogPosition(rawValue: 7), digest: "ab")).bytes
            case .read?: SnapshotResponse.part([1, 2, 3, 4]).bytes
            case .release?: SnapshotResponse.released.bytes
            case nil: throw .failed("no request")
            }
        }

        func serve(_ respond: @escaping @Sendable ([UInt8]) -> [UInt8]) {}
    }

    /// How many attempts have failed, but for the last one.
    private final class Failures: Sendable {
        let count = Locked(0)
    }

    private let clock = OriginManualClock()
    private let folder: DataFolder
    private let demand = SnapshotFetch.Demand(settings: "{}", position: .start, serverTimeout: .zero)

    init() throws { folder = try DataFolder() }

    @Test("Goes on after interrupted and partial writes, names a full disk as the reason, and leaves no file")
    func writes() async {
        let sizes = Locked<[Int]>([])
        var calls = FileCalls.system
        calls.write = { _, bytes in
            let call = sizes.withLock { sizes in
                sizes.append(bytes.count)
                return sizes.count
            }
            switch call {
            case 1:
                errno = EINTR
                return -1
            case 2: return 1
            default: return 0
            }
        }
        let path = folder.file("copy")
        let fetch = SnapshotFetch(transport: Server(), clock: clock, report: clock.passingPauses(), calls: calls)
        await #expect(throws: SnapshotFetch.Failure.failed("\(path): No space left on device")) {
            _ = try await fetch.fetch(to: path, demand)
        }
        #expect(sizes.withLock { Array($0.prefix(3)) } == [4, 4, 3])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// A fetch that fails each time, as the content is not that of its checksum.
    private func start(_ failures: Failures) -> Task<SnapshotFetch.Failure?, Never> {
        let fetch = SnapshotFetch(
            transport: Server(),
            clock: clock,
            report: { _ in failures.count.withLock { $0 += 1 } }
        )
        let path = folder.file("copy")
        let demand = demand
        return Task {
            do throws(SnapshotFetch.Failure) {
                _ = try await fetch.fetch(to: path, demand)
                return nil
            } catch {
                return error
            }
        }
    }

    /// When the pause that the fetch is in ends. Waits on a thread of its own, as the fetch needs one of those that tests share.
    private func deadline() async throws -> Duration {
        let clock = clock
        try #require(await onOwnThread { waitUntil { !clock.deadlines.isEmpty } })
        return try #require(clock.deadlines.first)
    }

    @Test("Pauses between its five attempts, longer each time, for 5 s at most")
    func pauses() async throws {
        let failures = Failures()
        let task = start(failures)
        for (attempt, seconds) in [1, 2, 4, 5].enumerated() {
            let deadline = try await deadline()
            #expect(failures.count.withLock { $0 } == attempt + 1)
            let pause = deadline - clock.uptime
            #expect(pause >= .seconds(seconds) / 2 && pause <= .seconds(seconds), "\(pause)")
            clock.advance(by: .seconds(seconds))
        }
        #expect(await task.value == .failed("its checksum is wrong"))
        #expect(failures.count.withLock { $0 } == 4)
        #expect(SnapshotFetch.pause(after: 1000, random: 0) == .seconds(5))
        #expect(SnapshotFetch.pause(after: 3, random: 1) == .seconds(2))
    }

    @Test("Ends in a pause when it is cancelled, without another attempt")
    func cancelled() async throws {
        let failures = Failures()
        let task = start(failures)
        _ = try await deadline()
        task.cancel()
        #expect(await task.value == .failed("the start was cancelled"))
        #expect(failures.count.withLock { $0 } == 1)
    }
}
