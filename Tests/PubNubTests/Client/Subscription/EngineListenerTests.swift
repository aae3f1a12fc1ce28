import Dispatch
import PubNubSupport
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Records what an engine reports, and processes nothing by itself.
private final class Follower: EngineListener {
    private struct State {
        var reports: [String] = []
        var unprocessed: [@Sendable () -> Void] = []
    }

    private let state = Locked(State())

    var reports: [String] { state.withLock { $0.reports } }

    func add(_ report: String) { state.withLock { $0.reports.append(report) } }

    func connection(_ event: ConnectionMachine.Event) { add("\(event)") }

    func subscription(_ event: SubscribeMachine.Event) {
        switch event {
        case .subscribed(let change): add("subscribed \(change.targets.map(\.name))")
        case .unsubscribed(let change): add("unsubscribed \(change.targets.map(\.name))")
        case .gap(let start, let end): add("gap \(start.rawValue) \(end.rawValue)")
        default: add("\(event)")
        }
    }

    func received(_ events: [ReceivedEvent], processed: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.unprocessed.append(processed)
            for event in events {
                guard case .message(let message) = event else { continue }
                state.reports.append("\(message.channel): \(message.payload.text)")
            }
        }
    }

    /// Processes all that was received.
    func process() {
        let taken = state.withLock { state in
            defer { state.unprocessed = [] }
            return state.unprocessed
        }
        for processed in taken { processed() }
    }
}

/// Architecture, "PubNubCore": an `EngineListener` receives the events of all subscriptions, as the local store of chat data
/// does.
@Suite struct EngineListenerTests {
    private static let pageSize = 99

    private func follow(_ scripted: ScriptedClient) -> Follower {
        let follower = Follower()
        scripted.client.connection.engine.addListener(follower) { situation in
            follower.add("begins \(situation.isConnected) \(situation.subscriptions.map(\.name))")
        }
        return follower
    }

    @Test("A listener receives the order of the decisions, also if the callback queue does not run")
    func order() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.queue.suspend()
        defer { scripted.queue.resume() }
        let follower = follow(scripted)
        let page = Page.of(200, [Page.message("1", on: "a", at: 199), Page.message("2", on: "a", at: 200)])
        #expect(scripted.transport.reply(Path.subscribe, page) != nil)
        #expect(follower.reports == ["begins true [\"a\"]", "a: 1", "a: 2"])
        scripted.client.disconnect()
        #expect(follower.reports.last == "didDisconnect")
    }

    @Test("A listener that begins before the client connects is told so, and receives the connection")
    func connecting() {
        let scripted = ScriptedClient()
        let follower = follow(scripted)
        scripted.connect()
        scripted.subscribe(["a"])
        #expect(follower.reports == ["begins false []", "willConnect", "didConnect", "subscribed [\"a\"]"])
    }

    @Test(
        "Polling pauses until a listener has processed the messages, and continues when it ends",
        arguments: [true, false]
    )
    func behind(ends: Bool) {
        let scripted = ScriptedClient.subscribed("a")
        let follower = follow(scripted)
        let pages = DeliveryBacklog.limit / Self.pageSize + 2
        for page in 0..<pages {
            let first = 200 + UInt64(page * Self.pageSize)
            let times = first..<first + UInt64(Self.pageSize)
            let messages = times.map { Page.message("\($0)", on: "a", at: $0) }
            #expect(scripted.transport.reply(Path.subscribe, Page.of(times.upperBound - 1, messages)) != nil)
        }
        scripted.settle()
        #expect(follower.reports.count == 1 + pages * Self.pageSize)
        #expect(scripted.waiting == [])
        if ends { scripted.client.connection.engine.removeListener(follower) } else { follower.process() }
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=\(199 + pages * Self.pageSize)&tr=1&uuid=me"])
        // The engine ignores a listener that has ended.
        follower.process()
        #expect(scripted.client.connection.engine.undelivered == 0)
        #expect(
            scripted.transport.reply(Path.subscribe, Page.of(9_000, [Page.message("1", on: "a", at: 9_000)])) != nil
        )
        #expect(follower.reports.count == 1 + pages * Self.pageSize + (ends ? 0 : 1))
    }

    @Test(
        "A message that cannot be decrypted has its original content and a mark; iterations and listeners share the event"
    )
    func undecryptable() {
        let configuration = PNConfiguration.scripted()
        configuration.cipherKey = "key"
        let scripted = ScriptedClient.subscribedWith(configuration, "a")
        let marks = Locked<[String]>([])
        let watcher = Marks { new in marks.withLock { $0 += new } }
        scripted.client.connection.engine.addListener(watcher) { _ in }
        #expect(
            scripted.transport.reply(Path.subscribe, Page.of(200, [Page.message(#""plain""#, on: "a", at: 200)])) != nil
        )
        #expect(marks.withLock { $0 } == [#""plain" true"#])
    }
}

/// Passes on the content of each message, and whether it cannot be decrypted.
private final class Marks: EngineListener {
    private let receive: @Sendable ([String]) -> Void

    init(_ receive: @escaping @Sendable ([String]) -> Void) { self.receive = receive }

    func connection(_ event: ConnectionMachine.Event) {}

    func subscription(_ event: SubscribeMachine.Event) {}

    func received(_ events: [ReceivedEvent], processed: @escaping @Sendable () -> Void) {
        receive(
            events.compactMap { event in
                guard case .message(let message) = event else { return nil }
                return "\(message.payload.text) \(message.isUndecryptable)"
            }
        )
        processed()
    }
}
