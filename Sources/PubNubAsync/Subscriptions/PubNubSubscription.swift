import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubWire

/// A subscription to channels and channel groups: the sequence of their events.
///
/// Nothing is sent until it is iterated. Each iteration subscribes, and unsubscribes when it ends: when the loop is left,
/// when its task is cancelled, or when the client shuts down. Iterations may overlap in time and in channels; the client
/// counts them and has one connection for all.
///
/// The iteration pulls: from 2,000 events on that wait for it, the client pauses polling until 1,000 are left. If the
/// service could not keep everything in the meantime, the iteration receives ``PubNubEvent/gap(from:to:)``. Polling pauses
/// for the whole client, so the slowest iteration determines the pace.
///
/// An iteration ends with an error if the service refuses one of its channels or groups, or if the filter is malformed.
public struct PubNubSubscription: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = PubNubEvent
    /// The error that ends an iteration.
    public typealias Failure = PubNubError

    private struct State {
        var terms: SubscriptionIteration.Terms
        var running: [WeakIteration] = []
        /// An iteration that is subscribed already, for the first loop.
        var begun: SubscriptionIteration?
    }

    private final class Shared: Sendable {
        let state: Locked<State>

        init(_ terms: SubscriptionIteration.Terms) {
            state = Locked(State(terms: terms))
        }
    }

    let client: PubNubClient
    private let shared: Shared
    /// Selects messages and signals; `nil` for all, a failure for a malformed expression.
    private let filter: Result<FilterExpression, FilterError>?

    init(_ client: PubNubClient, _ terms: SubscriptionIteration.Terms, filter: String?) {
        self.client = client
        shared = Shared(terms)
        self.filter = filter.map { text in
            Result { () throws(FilterError) in try FilterExpression(parsing: text) }
        }
    }

    private func selects(_ message: Message) -> Bool {
        guard let expression = try? filter?.get() else { return true }
        return message.isSelected(by: expression)
    }

    private func selects(_ event: PubNubEvent) -> Bool {
        switch event {
        case .message(let message), .signal(let message): selects(message)
        case .file(let file): selects(file.envelope)
        case .presence, .action, .object, .gap, .connection: true
        }
    }

    /// Begins an iteration with its first step.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    /// The messages of the subscription, without its other events.
    public var messages: some AsyncSequence<Message, PubNubError> & Sendable {
        MappedEvents<Message>(base: self) { event in
            if case .message(let message) = event { message } else { nil }
        }
    }

    /// Returns the messages of the subscription with their content as values of a type.
    ///
    /// - Parameter type: The type of the values.
    /// - Returns: The messages. An iteration ends with an error at a message with another value; use ``messages`` and
    ///   ``Message/decode(as:)`` to skip those.
    public func messages<T: Decodable & Sendable>(
        as type: T.Type
    ) -> some AsyncSequence<TypedMessage<T>, PubNubError> & Sendable {
        MappedEvents<TypedMessage<T>>(base: self) { event throws(PubNubError) in
            guard case .message(let message) = event else { return nil }
            return TypedMessage(message: message, value: try message.decode(as: type))
        }
    }

    /// Adds channels, for running iterations and later ones. A running iteration receives the messages that are published after
    /// the service has confirmed the channels. Its `since` does not apply to them.
    ///
    /// - Parameter channels: The channels.
    /// - Throws: ``PubNubError`` if a name is invalid; none of the channels is added then.
    public func add(_ channels: [String]) throws(PubNubError) {
        do throws(PubNubMachines.Failure) {
            try SubscriptionIteration.check(channels)
            let running = shared.state.withLock { state in
                let names = Set(state.terms.channels.map { NameKey($0) })
                state.terms.channels += channels.filter { !names.contains(NameKey($0)) }
                return state.running
            }
            for iteration in running { try iteration.iteration?.add(channels) }
        } catch {
            throw PubNubError(error)
        }
    }

    /// Removes channels, from running iterations and later ones.
    ///
    /// - Parameter channels: The channels; those that the subscription does not have are ignored.
    public func remove(_ channels: [String]) {
        let names = Set(channels.map { NameKey($0) })
        let running = shared.state.withLock { state in
            state.terms.channels.removeAll { names.contains(NameKey($0)) }
            return state.running
        }
        for iteration in running { iteration.iteration?.remove(channels) }
    }

    /// Begins an iteration for the first loop, and returns when the service has confirmed its channels and groups. Messages and
    /// events from then on wait for the loop.
    ///
    /// - Throws: ``PubNubError`` if the service refuses a channel or group, or a name or the filter is invalid;
    ///   `CancellationError` if the task is cancelled.
    func beginFirst() async throws {
        let iteration = try begin()
        shared.state.withLock { $0.begun = iteration }
        do throws(PubNubMachines.Failure) {
            if try await iteration.confirmed() { return }
        } catch {
            throw PubNubError(error)
        }
        try Task.checkCancellation()
        throw PubNubError(.shuttingDown, "The client is shutting down.")
    }

    /// Ends all iterations, and returns after the service has received that.
    func end() async {
        let running = shared.state.withLock { state in
            state.begun = nil
            return state.running
        }
        for iteration in running { await iteration.iteration?.end() }
        await client.engine.subscriptionsSettled()
    }

    /// The iteration of a loop that begins.
    private func takeIteration() throws(PubNubError) -> SubscriptionIteration {
        if let begun = shared.state.withLock({ $0.begun.take() }) { return begun }
        return try begin()
    }

    private func begin() throws(PubNubError) -> SubscriptionIteration {
        if case .failure(let error) = filter { throw PubNubError(.invalidArgument, error.message, underlying: error) }
        try client.begin()
        let terms = shared.state.withLock { $0.terms }
        let iteration: SubscriptionIteration
        do throws(PubNubMachines.Failure) {
            iteration = try client.engine.iteration(terms)
        } catch {
            throw PubNubError(error)
        }
        let present = shared.state.withLock { state in
            state.running.removeAll { $0.iteration == nil }
            state.running.append(WeakIteration(iteration: iteration))
            return state.terms.channels
        }
        client.note(iteration)
        if present != terms.channels { try change(iteration, from: terms.channels, to: present) }
        return iteration
    }

    /// Changes the channels of an iteration that began while the subscription was changed.
    private func change(
        _ iteration: SubscriptionIteration,
        from old: [String],
        to new: [String]
    ) throws(PubNubError) {
        let (oldNames, newNames) = (Set(old.map { NameKey($0) }), Set(new.map { NameKey($0) }))
        do throws(PubNubMachines.Failure) {
            try iteration.add(new.filter { !oldNames.contains(NameKey($0)) })
        } catch {
            throw PubNubError(error)
        }
        iteration.remove(old.filter { !newNames.contains(NameKey($0)) })
    }

    /// The iterator of a subscription. It subscribes with its first step.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private enum Phase {
            // Can become: running, ended.
            case idle
            // Can become: ended.
            case running(SubscriptionIteration)
            case ended
        }

        private let subscription: PubNubSubscription
        private var phase = Phase.idle
        /// Events that were taken together and not returned yet, from `index` on.
        private var events: [ReceivedEvent] = []
        private var index = 0
        /// Reads the messages before the beginning of the iteration.
        private var past: PastMessages?

        fileprivate init(_ subscription: PubNubSubscription) {
            self.subscription = subscription
        }

        /// Waits for the next event.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The event; `nil` after the task is cancelled or the client has shut down.
        /// - Throws: ``PubNubError`` if the service refuses a channel or group, or a name or the filter is invalid.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> PubNubEvent? {
            while !Task.isCancelled {
                if let event = try await nextPast() {
                    guard subscription.selects(event) else { continue }
                    return event
                }
                guard index < events.count else {
                    guard try await fetch() else { return nil }
                    continue
                }
                let received = events[index]
                index += 1
                if case .subscribed(let new) = received, !new.isEmpty {
                    past = PastMessages(subscription.client, new)
                }
                if past?.covers(received) == true { continue }
                let event = PubNubEvent(received)
                if subscription.selects(event) { return event }
            }
            end()
            return nil
        }

        /// Takes the events that wait.
        ///
        /// - Returns: Whether there are any; false at the end.
        private mutating func fetch(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> Bool {
            let iteration: SubscriptionIteration
            switch phase {
            case .idle:
                iteration = try subscription.takeIteration()
                phase = .running(iteration)
            case .running(let running): iteration = running
            case .ended: return false
            }
            do throws(PubNubMachines.Failure) {
                guard let next = try await iteration.next() else {
                    end()
                    return false
                }
                events = next
                index = 0
                return true
            } catch {
                end()
                throw PubNubError(error)
            }
        }

        /// The next event from before the beginning of the iteration; `nil` when all were read.
        private mutating func nextPast(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PubNubError) -> PubNubEvent? {
            do throws(PubNubError) {
                return try await past?.next()
            } catch {
                guard !Task.isCancelled else { return nil }
                end()
                // The loop ends as it does without a past.
                guard error.code != .shuttingDown else { return nil }
                throw error
            }
        }

        private mutating func end() {
            phase = .ended
            events = []
            index = 0
            past = nil
        }
    }
}

/// Some of the events of a subscription, as other values.
struct MappedEvents<Element: Sendable>: AsyncSequence, Sendable {
    typealias Failure = PubNubError

    let base: PubNubSubscription
    let transform: @Sendable (PubNubEvent) throws(PubNubError) -> Element?

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), transform: transform)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        var base: PubNubSubscription.AsyncIterator
        let transform: @Sendable (PubNubEvent) throws(PubNubError) -> Element?

        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(PubNubError) -> Element? {
            while let event = try await base.next(isolation: actor) {
                if let element = try transform(event) { return element }
            }
            return nil
        }
    }
}
