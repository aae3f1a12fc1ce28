import Foundation
package import PubNubMachines
package import PubNubWire

/// Turns calls that change the subscription into inputs of the machine.
extension ClientEngine {
    /// An identifier for a client without one.
    package static func generatedIdentifier() -> String {
        UUID().uuidString.lowercased()
    }

    /// Changes the identifier, after the calls before it.
    package func identify(as identifier: String?, catchUp: Bool) {
        let name = identifier.flatMap { $0.isEmpty ? nil : $0 } ?? Self.generatedIdentifier()
        inLine("change of identifier", as: .control) { [self] position in
            do throws(Failure) {
                try Validation.identifier(name)
                identify(as: name, catchUp: catchUp, at: position)
            } catch {
                delegate?.failed(error)
                leave(position)
            }
        }
    }

    /// Changes the identifier now.
    func identify(as name: String, catchUp: Bool, at position: CallPosition) {
        guard position.refusal == nil else { return }
        apply { state in
            state.lastChange += 1
            state.machine.identify(
                as: name,
                catchUp: catchUp,
                change: state.lastChange,
                endsCall: position.ticket,
                into: &state.batch.actions
            )
        }
    }

    /// Makes a change of the subscriptions of a call now.
    ///
    /// - Parameters:
    ///   - kind: The change.
    ///   - entries: The channels and groups.
    ///   - states: The state of this client by name.
    ///   - position: The position of the call.
    ///   - made: Called under the lock with the change, before any event of it.
    package func make(
        _ kind: SubscriptionChange.Kind,
        _ entries: [SubscriptionChange.Entry],
        _ states: [String: JSON],
        at position: CallPosition,
        made: (SubscriptionChange) -> Void
    ) {
        apply { state in
            state.lastChange += 1
            var change = SubscriptionChange(id: state.lastChange, kind: kind, entries: entries)
            let isNew = state.adopt(states, named: change.targets)
            // As in 3.7.8, a state that the service has is not sent again.
            change.isAnnounced = isNew || !states.isEmpty && state.hasUnsentState
            state.holders.noteCall(&change)
            state.changes[change.id] = PendingChange()
            made(change)
            state.machine.change(change, endsCall: position.ticket, into: &state.batch.actions)
        }
    }
}

extension ClientEngine.State {
    /// Releases the state of ended subscriptions, unless a change still needs it.
    ///
    /// - Returns: The subscriptions; `nil` while a change is in progress.
    mutating func forgetUnsubscribed() -> SubscriptionTargetList? {
        guard changes.isEmpty else { return nil }
        let list = machine.subscription.list
        // Iterations may wait for the connection.
        presenceState = presenceState.filter { list[$0.key].messages || !iterations.holding([$0.key]).isEmpty }
        return list
    }

    /// Whether a subscription with state failed and no first request, which has the state of all targets, has succeeded since.
    fileprivate var hasUnsentState: Bool { joinsBeforeUnsentState == machine.subscription.joins }

    /// Adds the states of a call by name to the known ones; a null removes a field. A name means each channel and group of
    /// that name in the call, or, if the call does not subscribe to any, every target of that name.
    ///
    /// - Returns: Whether a known state has changed.
    fileprivate mutating func adopt(_ states: [String: JSON], named targets: [SubscriptionTarget]) -> Bool {
        guard !states.isEmpty else { return false }
        var hasChanged = false
        let named = Dictionary(grouping: targets) { NameKey($0.name) }
        for (key, value) in states {
            let name = PresenceName.stripAll(key).name
            let meant =
                named[NameKey(name)] ?? [
                    SubscriptionTarget(name: name, isGroup: false), SubscriptionTarget(name: name, isGroup: true),
                ]
            for target in meant {
                let known = presenceState[target]?.object ?? [:]
                let fields = known.merging(value.object ?? [:]) { _, new in new }.filter { !$0.value.isNull }
                if fields != known { hasChanged = true }
                presenceState[target] = .object(fields)
            }
        }
        return hasChanged
    }
}

/// A change of the subscription list that has not been reported.
struct PendingChange: Sendable {
    /// Called with the failure when the change of iterations has ended; `nil` for a call.
    var finished: (@Sendable (Failure?) -> Void)?
}
