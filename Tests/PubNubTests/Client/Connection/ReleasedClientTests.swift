import Dispatch
import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Releasing a client ends every call with 108, once, through its closure")
struct ReleasedClientTests {
    private static let released = kPNRequestExecutionFailedClientNotReadyError

    /// Calls that report their end as a status.
    private static let statusCalls = [
        ClosureCall("signal", "/signal/") { client, end in
            client.signal("s", channel: "a") { end($0.underlyingError?.code) }
        },
        ClosureCall("publish with push payloads", Path.publish) { client, end in
            client.publish("m", toChannel: "a", mobilePushPayload: nil) { end($0.underlyingError?.code) }
        },
        ClosureCall("stored messages", "/v3/history/") { client, end in
            client.fetchHistory(with: PNHistoryFetchRequest(channels: ["a"])) { end($1?.underlyingError?.code) }
        },
        ClosureCall("message counts", "/v3/history/") { client, end in
            client.fetchMessagesCount(with: PNHistoryMessagesCountRequest(channels: ["a"], timetokens: [1])) {
                end($1?.underlyingError?.code)
            }
        },
        ClosureCall("deletion of stored messages", "/v3/history/") { client, end in
            client.deleteMessages(with: PNHistoryMessagesDeleteRequest(channel: "a")) { end($0.underlyingError?.code) }
        },
        ClosureCall("message actions", "/v1/message-actions/") { client, end in
            client.fetchMessageActions(with: PNFetchMessageActionsRequest(channel: "a")) {
                end($1?.underlyingError?.code)
            }
        },
        ClosureCall("users", "/v2/objects/") { client, end in
            client.allUUIDMetadata(with: PNFetchAllUUIDMetadataRequest()) { end($1?.underlyingError?.code) }
        },
        ClosureCall("channels", "/v2/objects/") { client, end in
            client.allChannelsMetadata(with: PNFetchAllChannelsMetadataRequest()) { end($1?.underlyingError?.code) }
        },
        ClosureCall("memberships", "/v2/objects/") { client, end in
            client.memberships(with: PNFetchMembershipsRequest(uuid: "u")) { end($1?.underlyingError?.code) }
        },
        ClosureCall("members", "/v2/objects/") { client, end in
            client.channelMembers(with: PNFetchChannelMembersRequest(channel: "a")) { end($1?.underlyingError?.code) }
        },
        ClosureCall("user change", "/v2/objects/") { client, end in
            let request = PNSetUUIDMetadataRequest(uuid: "u")
            request.name = "name"
            client.setUUIDMetadataWith(request) { end($0.underlyingError?.code) }
        },
        ClosureCall("user removal", "/v2/objects/") { client, end in
            client.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: "u")) { end($0.underlyingError?.code) }
        },
    ]

    /// A client that can be released, with its transport and timers.
    private final class Scene {
        let transport = ScriptedTransport()
        let timers = ManualTimers()
        let queue = DispatchQueue(label: "released client")
        let delegate = RecordingDelegate()
        let ends = Notes<Int?>()
        private let hub: EventHub
        private(set) var client: PubNub?
        private weak var released: PubNub?

        init(_ configure: (PNConfiguration) -> Void = { _ in }) {
            let configuration = PNConfiguration.signing()
            configuration.callbackQueue = queue
            configure(configuration)
            let client = PubNub(
                configuration: configuration,
                delegate: delegate,
                transport: transport,
                timers: timers,
                seed: 7
            )
            hub = client.face.hub
            self.client = client
        }

        func connect() {
            client?.connect()
            reply(Path.time, "[15000000000000000]")
        }

        func reply(_ path: String, _ body: String) {
            transport.reply(path, body)
            settle()
        }

        func make(_ call: ClosureCall) {
            guard let client else { return }
            call.make(client) { [ends] in ends.add($0) }
            settle()
        }

        /// Releases the client and returns whether it was deallocated.
        func release() -> Bool {
            settle()
            delegate.forget()
            released = client
            client = nil
            settle()
            return isDeallocated
        }

        /// Whether a client that was released is deallocated.
        var isDeallocated: Bool { client == nil && released == nil }

        func settle() {
            hub.drain()
        }

        var isQuiet: Bool { transport.waiting.isEmpty && timers.running.isEmpty && delegate.words.isEmpty }
    }

    @Test("Ends a call in flight", arguments: ClosureCall.all + statusCalls + [ClosureCall.publish])
    func inFlight(call: ClosureCall) {
        let scene = Scene()
        scene.connect()
        scene.make(call)
        #expect(scene.transport.waiting.first?.path.hasPrefix(call.path) == true)
        #expect(scene.release())
        #expect(scene.ends.values == [Self.released])
        #expect(scene.isQuiet)
    }

    @Test(
        "Ends a call that waits for the connection",
        arguments: ClosureCall.all + statusCalls + [
            ClosureCall.publish, ClosureCall.changes[0], ClosureCall.changes[3],
        ]
    )
    func parked(call: ClosureCall) {
        let scene = Scene()
        scene.client?.connect()
        scene.make(call)
        #expect(scene.release())
        #expect(scene.ends.values == [Self.released])
        #expect(scene.isQuiet)
    }

    @Test("Ends a change of the subscription in flight", arguments: ClosureCall.changes)
    func changes(call: ClosureCall) {
        let scene = Scene()
        scene.connect()
        let names = call.name.hasPrefix("un") || call.name.hasSuffix("off") ? ["a"] : ["other"]
        scene.client?.subscribe(on: PNChannel.channels(withNames: names))
        scene.settle()
        scene.reply(Path.subscribe, Page.empty(100))
        if call.name == "presence off" {
            scene.client?.enablePresenceObservation(for: [PNChannel.channel(withName: "a")])
            scene.settle()
            scene.reply(Path.subscribe + "a,a-pnpres/0?tt=0", Page.empty(100))
        }
        scene.make(call)
        #expect(scene.ends.values == [])
        #expect(scene.release())
        #expect(scene.ends.values == [Self.released])
        #expect(scene.isQuiet)
    }

    @Test("Ends a connect")
    func connecting() {
        let scene = Scene()
        scene.make(ClosureCall.connect)
        #expect(scene.release())
        #expect(scene.ends.values == [Self.released])
        #expect(scene.isQuiet)
    }

    @Test("Ends a call that waits in line, one that waits for a repetition, and one that the transport holds back")
    func waiting() throws {
        let scene = Scene()
        scene.connect()
        scene.make(ClosureCall.publish)
        scene.make(ClosureCall.publish)
        scene.make(ClosureCall.all[0])
        scene.make(statusCallOfHistory)
        scene.transport.reply(Path.time, status: 503, "{}")
        let held = try #require(scene.transport.waiting.last)
        held.heldBack?(held.id, true)
        #expect(scene.release())
        #expect(scene.ends.values == Array(repeating: Self.released, count: 4))
        #expect(scene.isQuiet)
    }

    private var statusCallOfHistory: ClosureCall { Self.statusCalls[2] }

    @Test("Ends a full history between two pages")
    func fullHistory() {
        let scene = Scene()
        scene.connect()
        scene.make(ClosureCall.all[2])
        let items = Array(repeating: "1", count: 100).joined(separator: ",")
        scene.reply(Path.history, "[[\(items)],200,300]")
        #expect(scene.ends.values == [])
        #expect(scene.release())
        #expect(scene.ends.values == [Self.released])
    }

    @Test("A disconnection that waits for calls retains the client until it is done")
    func disconnecting() {
        let scene = Scene()
        scene.connect()
        for _ in 1...2 { scene.make(ClosureCall.publish) }
        scene.client?.disconnect()
        #expect(!scene.release())
        for _ in 1...2 { scene.reply(Path.publish, ScriptedClient.sent) }
        #expect(scene.ends.values == [nil, nil])
        #expect(scene.isDeallocated)
    }

    @Test("A published message ends: with an unknown result once it was sent, with a known one while it waits")
    func outcomes() {
        let scene = Scene { $0.shouldRunCallsInParallel = true }
        scene.connect()
        let unknown = Notes<Bool>()
        for number in 1...2 {
            scene.client?.sendMessage(number, to: PNChannel(name: "a")) { _, object in
                if let error = object as? PNError { unknown.add(error.isOutcomeUnknown) }
            }
        }
        #expect(scene.release())
        #expect(unknown.values == [true, false])
    }

    @Test("Messages of an outbox: sent ones may arrive, others cannot")
    func outbox() {
        let scene = Scene { $0.outbox = PNOutbox() }
        scene.connect()
        let unknown = Notes<Bool>()
        let codes = Notes<Int>()
        for number in 1...2 {
            scene.client?.sendMessage(number, to: PNChannel(name: "a")) { _, object in
                guard let error = object as? PNError else { return }
                unknown.add(error.isOutcomeUnknown)
                codes.add(error.code)
            }
        }
        #expect(scene.release())
        #expect(unknown.values == [true, false])
        #expect(codes.values == [Self.released, Self.released])
        #expect(scene.isQuiet)
    }

    @Test("Messages of an outbox with a file also end, and the next client sends them")
    func outboxFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "released-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "outbox")
        let scene = Scene { $0.outbox = PNOutbox(file: file) }
        let events = Locked<[String]>([])
        scene.client?.sendMessage("m", to: PNChannel(name: "a")) { state, object in
            let isUnknown = (object as? PNError)?.isOutcomeUnknown
            events.withLock { $0.append(state == .sending ? "accepted" : "failed \(isUnknown ?? false)") }
        }
        #expect(await eventually { events.withLock { $0 } == ["accepted"] })
        _ = scene.release()
        // The queue of the file retains the client until it has handed over the event.
        #expect(await eventually { scene.isDeallocated })
        #expect(await eventually { events.withLock { $0 } == ["accepted", "failed true"] })
        #expect(await eventually { isOutboxFree(file) })
        let next = Scene { $0.outbox = PNOutbox(file: file) }
        next.connect()
        #expect(next.transport.waiting.map(\.path).contains { $0.hasPrefix(Path.publish + "a/0/%22m%22") })
    }

    @Test("A call that ended before does not end again")
    func ended() {
        let scene = Scene()
        scene.connect()
        scene.make(ClosureCall.all[0])
        scene.reply(Path.time, "[15000000000000000]")
        #expect(scene.ends.values == [nil])
        #expect(scene.release())
        #expect(scene.ends.values == [nil])
    }
}
