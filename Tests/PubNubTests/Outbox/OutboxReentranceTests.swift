import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Application code that runs while the outbox is prepared may use the client")
struct OutboxReentranceTests {
    /// An object of the application that acts on its release.
    private final class Farewell: Sendable {
        private let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }

        deinit { body() }
    }

    private func configuration(_ outbox: PNOutbox?) -> PNConfiguration {
        let configuration = PNConfiguration.scripted()
        configuration.callbackQueue = DispatchQueue(label: "outbox re-entrance")
        configuration.outbox = outbox
        return configuration
    }

    private func makeClient(_ outbox: PNOutbox?, _ transport: ScriptedTransport) -> PubNub {
        PubNub(configuration: configuration(outbox), transport: transport, timers: ManualTimers(), seed: 7)
    }

    @Test("An object that is released while the messages of a file are sent publishes, and sets another outbox")
    func farewell() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reentrance-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = PNOutbox(file: folder.appending(path: "first"))
        let other = PNOutbox(file: folder.appending(path: "second"))
        do {
            let earlier = makeClient(file, ScriptedTransport())
            let accepted = Locked(false)
            earlier.sendMessage("left", to: PNChannel(name: "a")) { _, _ in accepted.withLock { $0 = true } }
            #expect(await eventually { accepted.withLock { $0 } })
        }
        #expect(await eventually { isOutboxFree(folder.appending(path: "first")) })
        let farewell = Locked<Farewell?>(nil)
        let transport = ScriptedTransport { request in
            if request.path.hasPrefix(Path.time) {
                return .success(TransportResponse(status: 200, body: Array("[15000000000000000]".utf8)))
            }
            // Released here, while the client performs actions.
            _ = farewell.withLock { farewell in
                defer { farewell = nil }
                return farewell
            }
            return .success(TransportResponse(status: 200, body: Array(ScriptedClient.sent.utf8)))
        }
        let client = makeClient(nil, transport)
        client.connect()
        #expect(client.isConnected())
        let second = configuration(other)
        let ends = Locked<[String]>([])
        farewell.withLock {
            $0 = Farewell { [weak client] in
                client?.setConfiguration(second)
                client?.sendMessage("last words", to: PNChannel(name: "b")) { state, _ in
                    if state != .sending { ends.withLock { $0.append(state == .sent ? "sent" : "failed") } }
                }
            }
        }
        let isDone = Locked(false)
        let first = configuration(file)
        Thread.detachNewThread {
            client.setConfiguration(first)
            isDone.withLock { $0 = true }
        }
        #expect(await eventually { isDone.withLock { $0 } }, "the thread that made the outbox ready waits for itself")
        #expect(await eventually { ends.withLock { $0 } == ["sent"] })
        #expect(transport.requests.compactMap(Published.init).map(\.text).sorted() == [#""last words""#, #""left""#])
    }
}
