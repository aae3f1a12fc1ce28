import PubNubSupport
package import PubNubMachines
package import PubNubWire

/// One iteration of a subscription: it holds its channels and groups from its creation until it ends or is released.
package final class SubscriptionIteration: Sendable {
    /// The terms of an iteration.
    package struct Terms: Sendable {
        package var channels: [String]
        package var groups: [String]
        package var presence = false
        package var since: Timetoken?
        /// State of this client by channel or group.
        package var states: [String: JSON] = [:]

        package init(channels: [String], groups: [String] = []) {
            self.channels = channels
            self.groups = groups
        }
    }

    private let engine: ClientEngine
    private let buffer: EventBuffer

    fileprivate init(_ engine: ClientEngine, _ buffer: EventBuffer) {
        self.engine = engine
        self.buffer = buffer
    }

    deinit {
        engine.endIteration(buffer)
    }

    /// Waits until the service has confirmed the channels and groups. Ends when the task is cancelled.
    ///
    /// - Returns: Whether it has; otherwise the iteration has ended.
    /// - Throws: The error that ended it.
    package func confirmed() async throws(Failure) -> Bool {
        let result: Result<Bool, Failure> = await withTaskCancellationHandler {
            await buffer.confirmed()
        } onCancel: {
            engine.endIteration(buffer)
        }
        return try result.get()
    }

    /// Checks names of channels before they are added.
    package static func check(_ channels: [String]) throws(Failure) {
        _ = try Validation.targets(channels: channels)
    }

    /// Waits for the next events; `nil` at the end. Ends when the task is cancelled. One task at a time may wait.
    package func next() async throws(Failure) -> [ReceivedEvent]? {
        let result: Result<[ReceivedEvent]?, Failure> = await withTaskCancellationHandler {
            do throws(Failure) {
                return .success(try await buffer.next { engine.processed($0, of: buffer) })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            engine.endIteration(buffer)
        }
        return try result.get()
    }

    /// Ends the iteration without an error, after the events that it has received.
    package func stop() { engine.endIteration(buffer, dropsEvents: false) }

    /// Ends the iteration, and returns after the service has received the change if it can. Returns immediately when the task is
    /// cancelled.
    package func end() async {
        await FirstResult<Void>.endOrCancellation { engine.endIteration(buffer, completion: $0) }
    }

    /// Holds more channels.
    package func add(_ channels: [String]) throws(Failure) {
        engine.add(try Validation.targets(channels: channels), to: buffer)
    }

    /// Holds channels no longer. A name that cannot be subscribed to is not held, and is left out.
    package func remove(_ channels: [String]) {
        let valid = channels.filter { (try? Validation.target(channel: $0)) != nil }
        guard let targets = try? Validation.targets(channels: valid) else { return }
        engine.remove(targets, from: buffer)
    }
}

extension ClientEngine {
    /// Begins an iteration.
    package func iteration(_ terms: SubscriptionIteration.Terms) throws(Failure) -> SubscriptionIteration {
        if let failure = missingKey(for: .subscribeV2) { throw failure }
        let targets = try Validation.targets(channels: terms.channels, groups: terms.groups)
        var states: [SubscriptionTarget: JSON] = [:]
        for target in targets {
            guard let state = terms.states[target.name] else { continue }
            try Validation.check(state: state, of: target.name)
            states[target] = state
        }
        let buffer = beginIteration(
            .init(
                targets: targets,
                hasPresence: terms.presence,
                // A poll with 0 would ask for the present time, without what came before it.
                since: terms.since.map { max($0, Timetoken(rawValue: 1)) },
                states: states
            )
        )
        return SubscriptionIteration(self, buffer)
    }

    /// Waits until no call is in progress and no message waits in the outbox, then leaves all subscriptions, and waits for the
    /// transfers of files. Returns after a limit in any case.
    ///
    /// - Parameters:
    ///   - limit: How long it may take.
    ///   - endsWithCaller: Whether it also returns when the caller's task is cancelled.
    package func drainAndLeave(within limit: Duration, endsWithCaller: Bool) async {
        await within(limit, endsWithCaller: endsWithCaller) { [self] in
            await drained()
            await leave()
            await drained(includingTransfers: true)
        }
    }

    /// Ends all iterations without an error, and refuses new ones.
    package func endIterations() { endIterations(.success(())) }

    /// Returns when the changes for the iterations that began or ended before have ended, or after a limit.
    package func subscriptionsSettled(within limit: Duration) async {
        let wait = FirstResult<Void>()
        let timer = Task {
            try? await Task.sleep(for: limit)
            wait.end(())
        }
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            guard wait.begin(handover) else { return }
            settled { wait.end(()) }
        }
        timer.cancel()
    }

    /// Returns when the changes for the iterations that began or ended before have ended, or the task is cancelled.
    package func subscriptionsSettled() async {
        await FirstResult<Void>.endOrCancellation { settled($0) }
    }

    /// Sends requests with another authorization key or access token from now on. The long poll is sent again.
    package func setAuthorization(_ key: String?) {
        apply { state in
            state.settings.authorizationKey = key
            state.settingsOfLastCall.authorizationKey = key
            state.settingsInUse.authorizationKey = key
            for index in state.settingsToAdopt.indices { state.settingsToAdopt[index].authorizationKey = key }
            state.builder = state.makeBuilder()
            state.machine.renewSubscription(into: &state.batch.actions)
        }
    }

    /// Ends all iterations and leaves all targets.
    func leave() async {
        endIterations(.success(()))
        let wait = FirstResult<Void>()
        await withTaskCancellationHandler {
            await withHandover(of: Void.self, throwing: Never.self) { handover in
                guard wait.begin(handover) else { return }
                apply { $0.unsubscribeFromAll { wait.end(()) } }
            }
        } onCancel: {
            wait.end(())
        }
    }
}

extension ClientEngine.State {
    /// Unsubscribes from all targets, then calls `completion`. Calls it immediately without subscriptions.
    fileprivate mutating func unsubscribeFromAll(_ completion: @escaping @Sendable () -> Void) {
        let targets = machine.subscription.list.targets
        guard machine.connection.isConnected, !targets.isEmpty else { return batch.run(completion) }
        lastChange += 1
        let entries = targets.map { SubscriptionChange.Entry(target: $0) }
        let change = SubscriptionChange(id: lastChange, kind: .unsubscribe, entries: entries)
        changes[change.id] = PendingChange(finished: { _ in completion() })
        machine.change(change, into: &batch.actions)
    }
}
