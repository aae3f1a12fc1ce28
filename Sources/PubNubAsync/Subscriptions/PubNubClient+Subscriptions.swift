import PubNubCore

/// Subscribing.
extension PubNubClient {
    /// Returns a subscription to channels and channel groups. The client sends nothing until the subscription is iterated.
    ///
    /// - Parameters:
    ///   - channels: The channels. A name may be a wildcard (`news.*`).
    ///   - groups: The channel groups; none by default.
    ///   - presence: Whether changes of presence are reported; `false` by default.
    ///   - state: State of this client by channel or group, an object of strings, numbers and booleans; `nil` for none.
    ///   - start: The time after which messages are received. Messages that the long poll of other subscriptions does not bring
    ///     are read from history. `nil`, the default, for the moment at which the service confirms the channel or group.
    ///   - filter: An expression that selects messages, signals and files by their metadata (`lang == 'en'`) and content
    ///     (`data.priority > 3`); `nil`, the default, for all. Other events always arrive: those of presence, message actions
    ///     and App Context. The client evaluates it, so each subscription has its own.
    /// - Returns: The subscription.
    public func subscribe(
        to channels: [String],
        groups: [String] = [],
        presence: Bool = false,
        state: [String: JSON]? = nil,
        since start: Timetoken? = nil,
        filter: String? = nil
    ) -> PubNubSubscription {
        var terms = SubscriptionIteration.Terms(channels: channels, groups: groups)
        terms.presence = presence
        terms.since = start.map { PubNubTimetoken($0) }
        terms.states = state ?? [:]
        return PubNubSubscription(self, terms, filter: filter)
    }

    /// Subscribes, runs a body when the service has confirmed the subscription, and returns after the client has unsubscribed.
    /// If the task is cancelled, or the client is not connected, it does not wait for that.
    ///
    /// The first loop over the subscription receives what is published from the confirmation on, also by the body itself.
    /// 2,000 events that wait for the loop pause the long poll of the whole client.
    ///
    /// ```swift
    /// import PubNubAsync
    ///
    /// func hear(_ client: PubNubClient) async throws {
    ///     try await client.subscribe(to: ["news"]) { news in
    ///         try await client.publish("hello", to: "news")
    ///         for try await message in news.messages {
    ///             print(message.json)  // "hello"
    ///             break
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - channels: The channels. A name may be a wildcard (`news.*`).
    ///   - groups: The channel groups; none by default.
    ///   - presence: Whether changes of presence are reported; `false` by default.
    ///   - start: The time after which messages are received; `nil`, the default, for the confirmation.
    ///   - filter: An expression that selects messages, signals and files; `nil`, the default, for all.
    ///   - isolation: The actor of the caller.
    ///   - process: Iterates the subscription. It does not run if the service refuses the subscription.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``PubNubError`` if the service refuses a channel or group, or if a name or the filter is
    ///   invalid; `CancellationError` if the task is cancelled before the confirmation.
    public func subscribe<R>(
        to channels: [String],
        groups: [String] = [],
        presence: Bool = false,
        since start: Timetoken? = nil,
        filter: String? = nil,
        isolation: isolated (any Actor)? = #isolation,
        process: (PubNubSubscription) async throws -> R
    ) async throws -> R {
        let subscription = subscribe(
            to: channels,
            groups: groups,
            presence: presence,
            since: start,
            filter: filter
        )
        do {
            try await subscription.beginFirst()
            let result = try await process(subscription)
            await subscription.end()
            return result
        } catch {
            await subscription.end()
            throw error
        }
    }
}
