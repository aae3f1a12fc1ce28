import Dispatch
import PubNub

extension ChatProvider {
    /// Connects the client. Then the channels of the app are subscribed, and what is missing in them is fetched.
    ///
    /// The local store can be read before, and without a connection. While it is connected, and after a loss, the client does by itself what its configuration says.
    ///
    /// - Throws: Why the client did not connect (`PNError`). It goes on trying if it is configured so, and ``news()`` tells when it succeeds.
    public func connect() async throws {
        guard !pubnubProvider.isConnected() else { return }
        let (client, subscriptions) = (pubnubProvider, live.subscriptions)
        try await subscriptions.waitForConnection {
            client.connect()
            // Somebody else may have connected it before anybody waited.
            if client.isConnected() { subscriptions.connected(isSeen: true) }
        }
    }

    /// Connects the client; see ``connect()-method``.
    ///
    /// - Parameter completion: Called once with nil, or with why the client did not connect.
    public func connect(completion: @escaping ((any Error)?) -> Void) {
        run(completion) { try await $0.connect() }
    }

    /// Disconnects the client. The channels of the app are subscribed again when it is connected again.
    ///
    /// The others see this user until presence times out; unsubscribe first to leave at once.
    public func disconnect() {
        pubnubProvider.disconnect()
    }

    /// Keeps the stored channels up to date from now on, until ``unsubscribe(from:)-method``.
    ///
    /// A channel that is new to the local store begins now; load what was before with `syncRemoteMessages`. In one that was subscribed before, what was sent since is
    /// fetched: its messages, the reactions added to older ones, its metadata, its members, and who is there.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels; wildcards such as `news.*` are channels, too.
    ///   - withPresence: Whether the local store knows who is there; true by default.
    /// - Throws: Why the service refused it (`PNError`); the channels are not wanted then. Without a connection this returns at once, and the channels are
    ///   subscribed when there is one.
    public func subscribe(to channels: [String], withPresence: Bool = true) async throws {
        guard !channels.isEmpty else { return }
        live.subscriptions.want(channels, withPresence: withPresence)
        guard pubnubProvider.isConnected() else { return }
        try await live.subscriptions.waitForSubscription(channels) { live.subscribe(to: channels) }
    }

    /// Keeps the stored channels up to date; see ``subscribe(to:withPresence:)``.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - withPresence: Whether the local store knows who is there; true by default.
    ///   - completion: Called once with nil, or with why it failed.
    public func subscribe(
        to channels: [String],
        withPresence: Bool = true,
        completion: @escaping ((any Error)?) -> Void
    ) {
        run(completion) { try await $0.subscribe(to: channels, withPresence: withPresence) }
    }

    /// Lets the stored channels stay as they are from now on, and tells the others at once that this user has left.
    ///
    /// - Parameter channels: The identifiers of the channels.
    /// - Throws: `CancellationError` when the provider ends before.
    public func unsubscribe(from channels: [String]) async throws {
        guard !channels.isEmpty else { return }
        live.subscriptions.forget(channels)
        guard pubnubProvider.isConnected() else { return }
        try await live.subscriptions.waitForUnsubscription(channels) {
            pubnubProvider.unsubscribe(from: PNChannel.channels(withNames: channels))
        }
    }

    /// Lets the stored channels stay as they are; see ``unsubscribe(from:)-method``.
    ///
    /// - Parameters:
    ///   - channels: The identifiers of the channels.
    ///   - completion: Called once with nil, or with why it failed.
    public func unsubscribe(from channels: [String], completion: @escaping ((any Error)?) -> Void) {
        run(completion) { try await $0.unsubscribe(from: channels) }
    }

    /// What happens to the connection and the local store from now on.
    ///
    /// - Returns: The news in order; they end with the provider. Who is more than 1,024 news late loses the oldest.
    public func news() -> AsyncStream<ChatNews> {
        live.news.stream()
    }

    /// Reports what happens to the connection and the local store from now on.
    ///
    /// - Parameter onNews: Called for each piece of news, in order, on the callback queue.
    /// - Returns: A task that reports nothing more once it is cancelled; releasing it does not end it.
    @discardableResult
    public func observeNews(_ onNews: @escaping (ChatNews) -> Void) -> Task<Void, Never> {
        let (news, queue, onNews) = (live.news.stream(), dataProvider.callbackQueue, CallbackBox(onNews))
        return Task {
            for await item in news { queue.async { onNews.value(item) } }
        }
    }

    private func run(
        _ completion: @escaping ((any Error)?) -> Void,
        _ action: @escaping @Sendable (ChatProvider) async throws -> Void
    ) {
        let (queue, completion) = (dataProvider.callbackQueue, CallbackBox(completion))
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
