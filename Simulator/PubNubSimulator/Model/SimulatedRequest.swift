import PubNubMachines
import PubNubWire

/// A request of the client that has not ended.
struct SimulatedRequest {
    enum Content {
        case probe
        case join(SubscriptionTargetList.Names)
        case poll(SubscriptionTargetList.Names, Cursor)
        case leave([SubscriptionTarget])
        case heartbeat([SubscriptionTarget])
        /// The application's own, or one that sends a message of its outbox.
        case call(number: Int, order: Int?, OutboxModel.Message?)
    }

    enum Reply {
        case done
        case page(SubscribePage)
        case failure(Failure)
    }

    /// Different for each request, even if one is sent again under its old name.
    let serial: Int
    let id: RequestID
    let content: Content
    /// As whom the client sent it.
    let identifier: String
    /// With the keys of which keyset.
    let keyset: Int
    /// Set once the answer is on its way.
    var reply: Reply?
    /// What goes wrong with the answer, once there is one.
    var fault: Fault?
    /// Whether the service keeps it for later.
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

    /// The names in it, for a refusal to name one of.
    var names: SubscriptionTargetList.Names? {
        switch content {
        case .join(let names), .poll(let names, _): names
        case .probe, .leave, .heartbeat, .call: nil
        }
    }
}
