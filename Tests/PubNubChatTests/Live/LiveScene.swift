import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport

@testable import PubNubChat

typealias LiveProvider = PubNubChatProvider
typealias LivePost = PubNubChatMessage

/// A provider with its own client, and its sync events.
final class LiveScene: Sendable {
    let client: IntegrationClient
    let provider: LiveProvider
    let events = IntegrationInbox<ChatSyncEvent>()
    private let listener: Task<Void, Never>

    init(
        _ address: OriginAddress,
        as user: String,
        file: DatastoreConfiguration = .inMemory,
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) throws {
        client = IntegrationClient(address, as: user, adjust: adjust)
        provider = try LiveProvider(
            pubnubProvider: client.pubnub,
            datastoreConfiguration: file,
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "chat test")
        )
        let stream = provider.syncEvents()
        let events = events
        listener = Task { for await item in stream { events.put(item) } }
    }

    deinit { listener.cancel() }

    /// A connected provider whose channels are up to date.
    static func live(
        _ address: OriginAddress,
        as user: String,
        on channels: [String],
        file: DatastoreConfiguration = .inMemory,
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) async throws -> LiveScene {
        let scene = try LiveScene(address, as: user, file: file, adjust: adjust)
        try await scene.provider.connectPatiently()
        try await scene.provider.subscribe(to: channels)
        for channel in channels { try await scene.upToDate(channel) }
        return scene
    }

    var store: ChatStore { provider.store }

    /// Waits until a channel is reported as up to date.
    func upToDate(_ channel: String) async throws {
        _ = try await events.next("up to date \(channel)") { events in
            if case .upToDate(let channels) = events, channels.contains(channel) { true } else { nil }
        }
    }

    func outdated(_ channel: String) async throws {
        _ = try await events.next("outdated \(channel)") { events in
            if case .outdated(let channels) = events, channels.contains(channel) { true } else { nil }
        }
    }

    /// The strings of the messages of a channel in the order of their timetokens.
    func texts(on channel: String) throws -> [String] {
        try store.read { try Self.texts($0, on: channel) }
    }

    /// Waits until the strings of the messages of a channel equal these.
    func wait(for texts: [String], on channel: String) async throws {
        try await store.wait("\(texts) on \(channel)") {
            try Self.texts($0, on: channel)
        } until: {
            $0 == texts
        }
    }

    private static func texts(_ db: Database, on channel: String) throws -> [String] {
        try PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken")).fetchAll(db).map(
            \.text
        )
    }
}

extension ChatStore {
    /// Waits until the result of a query satisfies a condition.
    @discardableResult
    func wait<Value: Sendable>(
        _ expected: String = "",
        _ fetch: @escaping @Sendable (Database) throws -> Value,
        until isWanted: @escaping @Sendable (Value) -> Bool
    ) async throws -> Value {
        let inbox = IntegrationInbox<Value>()
        let observation = ValueObservation.tracking { try fetch($0) }
        let watch = observation.start(in: writer, scheduling: .async(onQueue: DispatchQueue(label: "wait"))) { _ in
        } onChange: { value in
            inbox.put(value)
        }
        defer { watch.cancel() }
        return try await inbox.next(expected) { isWanted($0) ? $0 : nil }
    }
}

extension IntegrationClient {
    /// Publishes a chat message, and returns its timetoken.
    @discardableResult
    func say(_ text: String, on channel: String, id: String? = nil) async throws -> Timetoken {
        let payload = ["id": id ?? text, "text": text, "createdAt": "2024-01-01T00:00:00.000Z"]
        return try await publish(payload, to: channel).date?.timeToken.uint64Value ?? 0
    }

    /// Adds a reaction to a message.
    @discardableResult
    func react(_ value: String, to timetoken: Timetoken, on channel: String) async throws -> PNMessageAction? {
        let request = PNAddMessageActionRequest(channel: channel, messageTimetoken: NSNumber(value: timetoken))
        request.type = "reaction"
        request.value = value
        let status: PNAddMessageActionStatus = try await change("react") {
            pubnub.addMessageAction(with: request, completion: $0)
        }
        return status.data.action
    }
}

extension ChatProvider {
    /// Connects. On a slow machine the server may exceed the 10 seconds of one attempt, so this waits for further
    /// attempts of the client.
    func connectPatiently() async throws { try await waitUntilConnected() }
}
