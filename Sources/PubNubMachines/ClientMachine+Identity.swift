/// The identifier of a client, and the one that a change in progress sets.
package struct ClientIdentity: Sendable, Equatable {
    package internal(set) var current: String
    /// `nil` without a change in progress.
    var next: String?

    package init(current: String) { self.current = current }

    /// Whether neither the present identifier nor the one being set is this one.
    func isChanged(by identifier: String) -> Bool { identifier != next ?? current }

    mutating func adopted(_ identifier: String) {
        current = identifier
        if next == identifier { next = nil }
    }

    mutating func failed(_ change: SubscriptionChange) {
        if case .identify(let identifier, _) = change.kind, identifier == next { next = nil }
    }
}

extension ClientMachine {
    /// Changes the identifier. A subscribed client leaves with the present one and subscribes again with the new one. The
    /// identifier in use, or being set, changes nothing.
    ///
    /// - Parameters:
    ///   - identifier: The new identifier.
    ///   - catchUp: Whether messages that are sent during the change are received.
    ///   - change: The number of the change of the subscriptions.
    ///   - ticket: The call in line that ends with the change; `nil` for none.
    ///   - actions: Receives the resulting actions, in order.
    package mutating func identify(
        as identifier: String,
        catchUp: Bool,
        change: UInt64,
        endsCall ticket: CallLine.Ticket? = nil,
        into actions: inout ClientActions
    ) {
        guard identity.isChanged(by: identifier), connection.isConnected, !subscription.list.isEmpty else {
            if identity.isChanged(by: identifier) {
                identity = ClientIdentity(current: identifier)
                actions.append(.adoptIdentifier(identifier))
            }
            if let ticket { leaveLine(ticket, into: &actions) }
            return
        }
        identity.next = identifier
        let entries = subscription.list.messageTargets.map { SubscriptionChange.Entry(target: $0) }
        let kind = SubscriptionChange.Kind.identify(identifier, catchUp: catchUp)
        self.change(SubscriptionChange(id: change, kind: kind, entries: entries), endsCall: ticket, into: &actions)
        // The queue of changes may be full.
        if !subscription.isPerforming(change) { identity.next = nil }
    }
}
