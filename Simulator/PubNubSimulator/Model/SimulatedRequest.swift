@testable import PubNubMachines
@testable import PubNubWire

/// A request of the client that has not ended.
struct SimulatedRequest {
    enum Content {
        case probe
        case join(SubscriptionTargetList.Names)
        case poll(SubscriptionTargetList.Names, Cursor)
        case leave([SubscriptionTarget])
        case heartbeat([SubscriptionTarget])
        /// A call of the application itself, or one that sends a message of its outbox.
        case call(number: Int, order: Int?, OutboxModel.Message?)
    }

    enum Reply {
        case done
        case page(SubscribePage)
        case failure(Failure)
    }

    /// Unique for each request, also if a request is repeated under the same identifier.
    let serial: Int
    let id: RequestID
    let content: Content
    /// The client identifier that was sent.
    let identifier: String
    /// The keyset whose keys were sent.
    let keyset: Int
    /// The response, once it is in transit.
    var reply: Reply?
    /// The fault of the response, once there is one.
    var fault: Fault?
    /// Whether the service holds the request.
    var isHeld = false
    /// Whether the transport has not sent it yet.
    var isHeldBack = false

    var lane: Fault.Lane {
        switch content {
        case .probe: .probe
        case .join: .join
        case .poll: .poll
        case .leave: .leave
        case .heartbeat: .heartbeat
        case .call: .call
        }
    }

    var isSubscribe: Bool { lane == .join || lane == .poll }

    /// The names in the request; a refusal names one of them.
    var names: SubscriptionTargetList.Names? {
        switch content {
        case .join(let names), .poll(let names, _): names
        case .probe, .leave, .heartbeat, .call: nil
        }
    }
}
