import Dispatch
import PubNub

extension ChatProvider {
    /// Connects the client. Then subscribes to the channels of the app, and fetches their missing data.
    ///
    /// The local store can be read before, and without a connection. The client's configuration decides whether it
    /// reconnects after a loss of the connection.
    ///
    /// - Throws: `PNError` if the client did not connect. The client retries if its configuration says so, and
    ///   ``syncEvents()`` reports when it connects.
    public func connect() async throws {
        guard !pubnubProvider.isConnected() else { return }
        let client = pubnubProvider
        let subscriptions = live.subscriptions
        try await subscriptions.waitForConnection {
            client.connect()
            // Another caller may have connected the client before this task began to wait.
            if client.isConnected() { subscriptions.connected(isSeen: true) }
        }
    }

    /// Connects the client; see ``connect()-method``.
    ///
    /// - Parameter completion: Called once with nil, or with the error if the client did not connect.
    public func connect(completion: @escaping ((any Error)?) -> Void) {
        run(completion) { try await $0.connect() }
    }

    /// Disconnects the client. The channels of the app are subscribed again with the next connection.
    ///
    /// Other users see this user as present until presence times out; unsubscribe first to leave immediately.
    public func disconnect() {
        pubnubProvider.disconnect()
    }

    /// Subscribes to channels and keeps their stored data up to date until ``unsubscribe(from:)-method``.
    ///
    /// For a channel that is new to the local store, this covers later data only; load earlier messages with
    /// `syncRemoteMessages`. For a channel that was subscribed before, everything since then is fetched: its messages,
    /// the reactions added to older ones, its metadata, its members and its presence.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels, or wildcards such as `news.*`.
    ///   - withPresence: Whether to store presence; true by default.
    /// - Throws: `PNError` if the service refused the subscription; the channels are then not requested any more.
    ///   Without a connection, returns immediately and subscribes with the next connection.
    public func subscribe(to channels: [String], withPresence: Bool = true) async throws {
        guard !channels.isEmpty else { return }
        live.subscriptions.want(channels, withPresence: withPresence)
        guard pubnubProvider.isConnected() else { return }
        try await live.subscriptions.waitForSubscription(channels) { live.subscribe(to: channels) }
    }

    /// Subscribes to channels and keeps their stored data up to date; see ``subscribe(to:withPresence:)``.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - withPresence: Whether to store presence; true by default.
    ///   - completion: Called once with nil or the error.
    public func subscribe(
        to channels: [String],
        withPresence: Bool = true,
        completion: @escaping ((any Error)?) -> Void
    ) {
        run(completion) { try await $0.subscribe(to: channels, withPresence: withPresence) }
    }

    /// Unsubscribes from channels, so that other users see immediately that this user left. Stored rows remain.
    ///
    /// - Parameter channels: The identifiers of the channels.
    /// - Throws: `CancellationError` if the provider is closed before.
    public func unsubscribe(from channels: [String]) async throws {
        guard !channels.isEmpty else { return }
        live.subscriptions.forget(channels)
        guard pubnubProvider.isConnected() else { return }
        try await live.subscriptions.waitForUnsubscription(channels) {
            pubnubProvider.unsubscribe(from: PNChannel.exactly(named: channels))
        }
    }

    /// Unsubscribes from channels. Stored rows remain; see ``unsubscribe(from:)-method``.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - completion: Called once with nil or the error.
    public func unsubscribe(from channels: [String], completion: @escaping ((any Error)?) -> Void) {
        run(completion) { try await $0.unsubscribe(from: channels) }
    }

    /// Returns the events of the connection and of synchronization from now on.
    ///
    /// - Returns: The events in order. The stream ends with the provider. A consumer that is more than 1,024 events
    ///   late loses the oldest.
    public func syncEvents() -> AsyncStream<ChatSyncEvent> {
        live.events.stream()
    }

    /// Reports the events of the connection and of synchronization from now on.
    ///
    /// - Parameter onEvent: Called for each event, in order, on the callback queue.
    /// - Returns: A task. Cancel it to end the reports; releasing it does not end them.
    @discardableResult
    public func observeSyncEvents(_ onEvent: @escaping (ChatSyncEvent) -> Void) -> Task<Void, Never> {
        let events = live.events.stream()
        let queue = dataProvider.callbackQueue
        let onEvent = CallbackBox(onEvent)
        return Task {
            for await item in events { queue.async { onEvent.value(item) } }
        }
    }

    private func run(
        _ completion: @escaping ((any Error)?) -> Void,
        _ action: @escaping @Sendable (ChatProvider) async throws -> Void
    ) {
        let queue = dataProvider.callbackQueue
        let completion = CallbackBox(completion)
        Task {
            do {
                try await action(self)
                queue.async { completion.value(nil) }
            } catch {
                queue.async { completion.value(error) }
            }
        }
    }
}
