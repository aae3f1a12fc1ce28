import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// An origin whose log waits for the test.
private final class HeldOrigin: Sendable {
    let log: HeldLog
    let core: OriginCore
    private let responses = Locked<[String]>([])

    init(accessManager: Bool = false) {
        let clock = OriginManualClock()
        let configuration = OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: SignedCall.secretKey,
            accessManager: accessManager,
            clock: clock
        )
        log = HeldLog(clock: clock)
        let storage = OpenedStorage.memory(configuration)
        core = OriginCore(
            configuration: configuration,
            storage: OpenedStorage(log: log, archive: storage.archive, state: storage.state)
        )
    }

    /// The responses since the last call, in order.
    var answered: [String] {
        responses.withLock { responses in
            defer { responses = [] }
            return responses
        }
    }

    func send(_ request: OriginRequest) {
        core.submit(request) { [self] reply in
            guard case .response(let response, _) = reply else { return }
            responses.withLock { $0.append("\(response.status) \(String(decoding: response.body, as: UTF8.self))") }
        }
    }

    func get(_ target: String) { send(OriginRequest(target: target)) }

    func publish(_ text: String) { get("/publish/demo/demo/0/a/0/%22\(text)%22") }

    /// Sends a request that changes something, and commits it.
    func make(_ request: OriginRequest) {
        send(request)
        log.finish()
    }

    /// Polls from the timetoken of a version 1 response, or sends a first request.
    func subscribe(after response: String = "[[],\"0\"]") throws {
        let timetoken = try #require(response.split(separator: "\"").dropLast().last)
        get("/subscribe/demo/a/0/\(timetoken)")
    }
}

@Suite("A change is committed before any client receives it")
struct CommitBeforeDeliveryTests {
    private let origin = HeldOrigin()

    @Test("Responds to a waiting subscriber once the message is committed, and then to the publisher")
    func delivery() throws {
        try origin.subscribe()
        try origin.subscribe(after: try #require(origin.answered.first))
        origin.publish("one")
        #expect(origin.answered.isEmpty)
        origin.log.finish()
        let both = origin.answered
        try #require(both.count == 2)
        #expect(both[0].hasPrefix("200 [[\"one\"]"))
        #expect(both[1].hasPrefix("200 [1,\"Sent\""))
    }

    @Test("A message that cannot be committed is not delivered, and its publisher receives an error")
    func failure() throws {
        try origin.subscribe()
        try origin.subscribe(after: try #require(origin.answered.first))
        origin.publish("lost")
        origin.publish("kept")
        origin.log.finish(isCommitted: false)
        let refusal = origin.answered
        #expect(refusal.count == 1 && refusal.allSatisfy { $0.hasPrefix("500") && !$0.contains("lost") })
        origin.log.finish()
        #expect(origin.answered.first?.hasPrefix("200 [[\"kept\"]") == true)
        origin.get("/v2/history/sub-key/demo/channel/a")
        #expect(origin.answered.allSatisfy { !$0.contains("lost") && $0.contains("kept") })
    }

    @Test("Messages and signals that arrive during a commit share the next one, in order and with rising timetokens")
    func order() throws {
        try origin.subscribe()
        try origin.subscribe(after: try #require(origin.answered.first))
        origin.publish("one")
        origin.publish("two")
        origin.get("/signal/demo/demo/0/a/0/%22three%22")
        #expect(origin.log.count == 1 && origin.log.entryCount == 1)
        origin.log.finish()
        let first = origin.answered
        #expect(first.first?.hasPrefix("200 [[\"one\"]") == true)
        try origin.subscribe(after: String(try #require(first.first)))
        #expect(origin.log.count == 1 && origin.log.entryCount == 2)
        origin.log.finish()
        let rest = origin.answered
        #expect(rest.first?.hasPrefix("200 [[\"two\",\"three\"]") == true)
        let timetokens = (first.suffix(1) + rest.suffix(2)).compactMap { $0.split(separator: "\"").dropLast().last }
        #expect(timetokens.count == 3 && timetokens == timetokens.sorted())
    }

    @Test("A client that subscribes while a message is being committed receives it")
    func start() throws {
        origin.publish("one")
        try origin.subscribe()
        try origin.subscribe(after: try #require(origin.answered.first))
        #expect(origin.answered.isEmpty)
        origin.log.finish()
        #expect(origin.answered.first?.hasPrefix("200 [[\"one\"]") == true)
    }

    @Test("The time given to a client during a commit is below the timetoken of every message published after that")
    func time() throws {
        origin.publish("one")
        origin.get("/time/0")
        let time = try #require(origin.answered.first.flatMap { UInt64($0.dropFirst(5).dropLast()) })
        origin.publish("two")
        origin.log.finish()
        origin.log.finish()
        let second = try #require(origin.answered.last?.split(separator: "\"").dropLast().last.flatMap { UInt64($0) })
        #expect(second > time)
    }

    @Test("A server that ends its polls responds to a publisher once its message is committed, and stops after that")
    func ending() async throws {
        try origin.subscribe()
        try origin.subscribe(after: try #require(origin.answered.first))
        origin.publish("one")
        origin.core.endWaiting()
        #expect(origin.answered.map { $0.prefix(7) } == ["200 [[]"])
        origin.publish("two")
        async let stopped: Void = origin.core.stop()
        #expect(origin.log.finish())
        #expect(await eventually { origin.log.finish() })
        await stopped
        #expect(origin.answered.map { $0.prefix(14) } == ["200 [1,\"Sent\",", "200 [1,\"Sent\","])
    }
}

@Suite("A change that cannot be committed changes nothing")
struct FailedCommitTests {
    /// A change of the server, and a request whose response shows whether it was made.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        var before: [OriginRequest] = []
        let change: OriginRequest
        let read: OriginRequest

        var testDescription: String { name }
    }

    private static func objects(_ method: String, _ path: String, _ body: String? = nil) -> OriginRequest {
        OriginRequest(
            method: method,
            target: ObjectsProbe.target(path, [:]),
            body: body.map { Array($0.utf8) } ?? []
        )
    }

    private static func action(_ method: String, _ path: String, _ body: String = "") -> OriginRequest {
        OriginRequest(method: method, target: "/v1/message-actions/demo/channel/a\(path)", body: Array(body.utf8))
    }

    private static let reaction = action("POST", "/message/5?uuid=u", #"{"type":"t","value":"v"}"#)
    private static let device = "/v1/push/sub-key/demo/devices/\(String(repeating: "0a", count: 32))"
    private static let group = "/v1/channel-registration/sub-key/demo/channel-group/g"
    private static let presence = "/v2/presence/sub-key/demo/channel/a"

    private static let changes: [Change] = [
        Change(
            name: "message",
            change: OriginRequest(target: "/publish/demo/demo/0/a/0/1"),
            read: OriginRequest(target: "/v2/history/sub-key/demo/channel/a")
        ),
        Change(
            name: "deletion",
            before: [OriginRequest(target: "/publish/demo/demo/0/a/0/1")],
            change: OriginRequest(method: "DELETE", target: "/v3/history/sub-key/demo/channel/a"),
            read: OriginRequest(target: "/v2/history/sub-key/demo/channel/a")
        ),
        Change(name: "group", change: OriginRequest(target: group + "?add=a"), read: OriginRequest(target: group)),
        Change(
            name: "removal of a group",
            before: [OriginRequest(target: group + "?add=a")],
            change: OriginRequest(target: group + "/remove"),
            read: OriginRequest(target: group)
        ),
        Change(name: "device", change: OriginRequest(target: device + "?add=a"), read: OriginRequest(target: device)),
        Change(name: "user", change: objects("PATCH", "/uuids/u", "{}"), read: objects("GET", "/uuids/u")),
        Change(
            name: "membership",
            change: objects("PATCH", "/uuids/u/channels", #"{"set":[{"channel":{"id":"c"}}]}"#),
            read: objects("GET", "/uuids/u/channels")
        ),
        Change(name: "action", change: reaction, read: action("GET", "")),
        Change(
            name: "join",
            change: OriginRequest(target: presence + "/heartbeat?uuid=u"),
            read: OriginRequest(target: presence)
        ),
        Change(
            name: "leave",
            before: [OriginRequest(target: presence + "/heartbeat?uuid=u")],
            change: OriginRequest(target: presence + "/leave?uuid=u"),
            read: OriginRequest(target: presence)
        ),
        Change(
            name: "state",
            change: OriginRequest(target: presence + "/uuid/u/data?state=%7B%22k%22:1%7D"),
            read: OriginRequest(target: presence + "/uuid/u")
        ),
    ]

    @Test(
        "Its client receives 500, subscribers and readers receive nothing, and a later attempt succeeds",
        arguments: changes
    )
    func isInvisible(change: Change) throws {
        let origin = HeldOrigin()
        for request in change.before { origin.make(request) }
        origin.send(change.read)
        let before = try #require(origin.answered.last)
        origin.get("/v2/subscribe/demo/a,a-pnpres,u,c/0?tt=0")
        let start = try #require(origin.answered.first?.split(separator: "\"")[5])
        origin.get("/v2/subscribe/demo/a,a-pnpres,u,c/0?tt=\(start)")
        origin.send(change.change)
        origin.send(change.read)
        #expect(origin.answered == [before], "not while it is being committed")
        #expect(origin.log.finish(isCommitted: false))
        let refusals = origin.answered
        #expect(refusals.count == 1 && refusals.allSatisfy { $0.hasPrefix("500") })
        origin.send(change.read)
        #expect(origin.answered == [before])
        #expect(origin.core.heldCount == 1, "nothing was delivered")
        origin.make(change.change)
        #expect(origin.answered.allSatisfy { $0.hasPrefix("200") })
        origin.send(change.read)
        #expect(origin.answered != [before])
    }

    @Test("A grant that cannot be committed gives no right, and a revocation takes none")
    func grant() throws {
        let origin = HeldOrigin(accessManager: true)
        func grant(_ write: String) -> OriginRequest {
            let seconds = OriginManualClock().date / 10_000_000
            let items = ["channel": "a", "w": write, "ttl": "0"]
            return OriginRequest(target: SignedCall(items: items, timestamp: seconds).target)
        }
        origin.send(grant("1"))
        origin.log.finish(isCommitted: false)
        #expect(origin.answered.first?.hasPrefix("500") == true)
        origin.publish("one")
        #expect(origin.answered.first?.hasPrefix("403") == true)
        origin.make(grant("1"))
        #expect(origin.answered.first?.hasPrefix("200") == true)
        origin.send(grant("0"))
        origin.log.finish(isCommitted: false)
        #expect(origin.answered.first?.hasPrefix("500") == true)
        origin.publish("two")
        origin.log.finish()
        #expect(origin.answered.first?.hasPrefix("200") == true)
    }
}
