import Dispatch
import Logging
import PubNub

extension ChatProvider {
    /// The connection now. ``connections()`` reports its changes.
    public var connection: ChatConnectionState { live.connection.latest ?? .idle }

    /// Returns the state of the connection: now, and after each change.
    ///
    /// - Returns: The states. The stream ends with the provider. A consumer that is late gets only the latest state.
    public func connections() -> AsyncStream<ChatConnectionState> { live.connection.stream() }

    /// Connects the client. Then subscribes to the channels of the app, and fetches their missing data.
    ///
    /// The local store can be read before, and without a connection. Without a network, or if the service cannot be
    /// reached, returns after the first attempt: the client retries if its configuration says so, ``connections()`` reports
    /// when it connects, and channels that are subscribed in the meantime are subscribed then. ``waitUntilConnected()``
    /// waits for that. The client's configuration also decides whether it reconnects after a loss of the connection.
    ///
    /// Does not subscribe to the channel of the current user, on which the service announces changes of the user's memberships:
    /// subscribe to ``currentUserId`` for these.
    ///
    /// - Throws: `PNError` if the client cannot connect with its configuration, or if the app disconnects it;
    ///   ``ChatError/cannotWriteStore(_:)`` if the store is damaged or cannot be written. The client connects all the same in the
    ///   second case.
    public func connect() async throws {
        do {
            try await attemptConnection()
        } catch let error as PNError where error.isConnectionWorthRepeating {
            ChatLog.logger.notice("The client connects as soon as the service can be reached: \(error)")
        }
    }

    /// Connects the client, and waits until it is connected.
    ///
    /// - Throws: `PNError` if the client cannot connect with its configuration, or if the app disconnects it;
    ///   ``ChatError/cannotWriteStore(_:)`` as ``connect()-method``; `CancellationError` if the task is cancelled or the provider
    ///   is closed.
    public func waitUntilConnected() async throws {
        while !pubnubProvider.isConnected() {
            try Task.checkCancellation()
            do {
                try await attemptConnection()
            } catch let error as PNError where error.isConnectionWorthRepeating {
                ChatLog.logger.debug("The client is not connected yet: \(error)")
                // The client repeats attempts by itself, unless its configuration disables that.
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Waits for the result of one attempt to connect.
    private func attemptConnection() async throws {
        try store.requireSound()
        guard !pubnubProvider.isConnected() else { return }
        let client = pubnubProvider
        let subscriptions = live.subscriptions
        live.connecting()
        try await subscriptions.waitForConnection {
            client.connect(errorBlock: { [live] error in
                if let error, error.isRefusalToConnect { live.connectionRefused(error) }
            })
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
    /// - Throws: `PNError` if the service refused the subscription, or if it failed; ``ChatError/cannotWriteStore(_:)`` if the store
    ///   cannot be written. The channels stay requested, also when a token ends later, except those that the service refuses for
    ///   another reason than missing rights, such as names that are not valid: see ``ChatSyncEvent/refused(channels:reason:)``.
    ///   After a temporary failure, the provider requests them again after 1 s, then after longer pauses of up to 60 s. Without a
    ///   connection, returns immediately and subscribes with the next connection.
    public func subscribe(to channels: [String], withPresence: Bool = true) async throws {
        guard !channels.isEmpty else { return }
        try store.requireSound()
        live.subscriptions.want(channels, withPresence: withPresence)
        live.completeness.wanted(channels)
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

    /// Unsubscribes from channels, so that other users see immediately that this user left. Stored rows remain. Without a
    /// connection, returns immediately; the channels are not subscribed after the next one.
    ///
    /// - Parameter channels: The identifiers of the channels.
    /// - Throws: `CancellationError` if the provider is closed before; ``ChatError/cannotWriteStore(_:)`` if the store cannot be
    ///   written, in which case the channels are left all the same.
    public func unsubscribe(from channels: [String]) async throws {
        guard !channels.isEmpty else { return }
        live.subscriptions.forget(channels)
        // Before the question, because the client may connect now, and then leaves the channels that are noted.
        live.subscriptions.leaveLater(channels)
        guard pubnubProvider.isConnected() else { return live.completeness.unsubscribed(channels) }
        live.subscriptions.leavesNow(channels)
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
