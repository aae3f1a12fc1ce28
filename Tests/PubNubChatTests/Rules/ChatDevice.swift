import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubCore
import PubNubOrigin
import PubNubTestSupport

@testable import PubNubChat

/// A device of a user: a provider with its own client and store, and its sync events.
final class ChatDevice: Sendable {
    typealias Provider = ChatProvider<TestCustom, PubNubManagedChatEntities>

    let client: IntegrationClient
    let provider: Provider
    let events = IntegrationInbox<ChatSyncEvent>()
    private let listener: Task<Void, Never>

    /// Makes a device, which connects and subscribes if it has channels.
    init(
        _ address: OriginAddress,
        as user: String,
        on channels: [String] = [],
        file: DatastoreConfiguration = .inMemory,
        policy: ChatChangePolicy = ChatChangePolicy(),
        backfill: ChatBackfillPolicy = ChatBackfillPolicy(),
        interop: ChatInterop = ChatInterop(),
        transport: any Transport = CurlTransport.shared,
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) async throws {
        client = IntegrationClient(address, as: user, transport: transport, adjust: adjust)
        provider = try Provider(
            pubnubProvider: client.pubnub,
            datastoreConfiguration: file,
            cacheProvider: MemoryCacheProvider(),
            callbackQueue: DispatchQueue(label: "chat device"),
            backfillPolicy: backfill,
            changePolicy: policy,
            interop: interop
        )
        let stream = provider.syncEvents()
        let events = events
        listener = Task { for await item in stream { events.put(item) } }
        guard !channels.isEmpty else { return }
        try await connect()
        try await provider.subscribe(to: channels)
        for channel in channels { try await upToDate(channel) }
    }

    deinit { listener.cancel() }

    var store: ChatStore { provider.store }
    var data: DataProvider<TestCustom, PubNubManagedChatEntities> { provider.dataProvider }

    func connect() async throws { try await provider.connectPatiently() }

    func close() async throws { try await provider.close() }

    func upToDate(_ channel: String) async throws {
        _ = try await events.next("up to date \(channel)") { event in
            if case .upToDate(let channels) = event, channels.contains(channel) { true } else { nil }
        }
    }

    /// Publishes a message, and returns its timetoken.
    @discardableResult
    func say(_ id: String, _ text: String = "Hello", on channel: String) async throws -> Timetoken {
        let own = message(id, text: text, timetoken: 0, user: provider.currentUserId, channel: channel)
        return try await data.sendRemoteMessage(.init(message: own)).timetoken
    }

    /// Waits until a message shows this text.
    func wait(for text: String, _ id: String) async throws {
        try await store.wait("\(id): \(text)") {
            try PubNubManagedMessage.fetchOne($0, id: id)?.currentText
        } until: {
            $0 == text
        }
    }

    func unread(_ channel: String) throws -> ChatUnreadCount? {
        try store.read { try ChatUnreadCount.fetchOne($0, id: channel) }
    }
}
