@testable import PubNubMachines
@testable import PubNubSimulator
@testable import PubNubWire

/// A client with a defect that changes the actions of its machines; one invariant has to detect it.
struct BrokenClient: Sendable, CustomStringConvertible {
    typealias Action = ClientAction

    let description: String
    let invariant: Invariant
    let make: @Sendable () -> Sabotage

    init(_ description: String, _ invariant: Invariant, _ make: @escaping @Sendable () -> Sabotage) {
        self.description = description
        self.invariant = invariant
        self.make = make
    }

    /// A client that omits some actions.
    private static func without(
        _ description: String,
        _ invariant: Invariant,
        _ isMissing: @escaping @Sendable (Action) -> Bool
    ) -> BrokenClient {
        BrokenClient(description, invariant) { Sabotage(client: { actions in actions.removeAll(where: isMissing) }) }
    }

    /// A client that replaces some actions.
    private static func replacing(
        _ description: String,
        _ invariant: Invariant,
        _ replacement: @escaping @Sendable (Action) -> [Action]
    ) -> BrokenClient {
        BrokenClient(description, invariant) { Sabotage(client: { actions in actions = actions.flatMap(replacement) }) }
    }

    static let all: [BrokenClient] =
        [
            without("keeps pages to itself", .loss) { if case .deliver = $0 { true } else { false } },
            without("tells no gap", .loss) { if case .reportSubscription(.gap) = $0 { true } else { false } },
            replacing("delivers twice", .duplicates) { if case .deliver = $0 { [$0, $0] } else { [$0] } },
            replacing("delivers backwards", .order) { action in
                guard case .deliver(let page) = action else { return [action] }
                return [.deliver(SubscribePage(cursor: page.cursor, envelopes: page.envelopes.reversed()))]
            },
            replacing("takes one channel for another", .unwanted) { action in
                guard case .deliver(var page) = action else { return [action] }
                for index in page.envelopes.indices { page.envelopes[index].channel = "e" }
                return [.deliver(page)]
            },
            replacing("polls twice", .onePoll) { action in
                guard case .poll(let id, let names, let cursor) = action else { return [action] }
                return [action, .poll(RequestID(rawValue: id.rawValue | 1 << 60), names, cursor)]
            },
            without("never tries again", .stuck) {
                if case .startTimer(.reconnect, _, _) = $0 { true } else { false }
            },
            BrokenClient("asks only once after a loss whether it may reconnect", .stuck) {
                var hasAsked = false
                return Sabotage(client: { actions in
                    actions.removeAll { action in
                        switch action {
                        case .reportConnection(.didConnect), .reportConnection(.willConnect): hasAsked = false
                        case .ask(.reconnect, _):
                            defer { hasAsked = true }
                            return hasAsked
                        default: break
                        }
                        return false
                    }
                })
            },
            without("ends subscriptions silently", .subscriptionEvents) {
                if case .reportSubscription(.forgotten) = $0 { true } else { false }
            },
            without("forgets that a call failed", .calls) { if case .fail = $0 { true } else { false } },
            BrokenClient("does not wait for the call before", .callOrder) { Sabotage(isImpatient: true) },
            BrokenClient("does not wait in line", .lineOrder) { Sabotage(jumpsLine: true) },
            BrokenClient("passes an iteration what is older than its start", .starts) { Sabotage(sharesStarts: true) },
            without("forgets whose turn it is", .calls) { if case .beginCall = $0 { true } else { false } },
            BrokenClient("counts the time in which a call is not sent", .limits) { Sabotage(countsHeldTime: true) },
            replacing("gives calls half of their time", .limits) { action in
                guard case .startTimer(.request(let id), let time?, let number) = action else { return [action] }
                return [.startTimer(.request(id), after: time / 2, number: number)]
            },
            replacing("repeats calls without a pause", .backOff) { action in
                guard case .startTimer(.pause(let id), _, let number) = action else { return [action] }
                return [.startTimer(.pause(id), after: .zero, number: number)]
            },
            replacing("comes back before the service allows", .backOff) { action in
                guard case .startTimer(let timer, let time?, let number) = action,
                    timer == .poll || timer == .reconnect
                else { return [action] }
                return [.startTimer(timer, after: min(time, .seconds(2)), number: number)]
            },
            replacing("leaves again without a pause", .backOff) { action in
                guard case .startTimer(.poll, _?, let number) = action else { return [action] }
                return [.startTimer(.poll, after: .zero, number: number)]
            },
            without("forgets that a subscription is there", .changes) {
                switch $0 {
                case .reportSubscription(.subscribed), .reportSubscription(.presenceEnabled),
                    .reportSubscription(.presenceDisabled):
                    true
                default: false
                }
            },
            without("lets the timer of the probe run", .timers) { $0 == .cancelTimer(.probe) },
            without("lets the requests of ended calls run", .requests) { action in
                guard case .cancel(let id) = action else { return false }
                return id.rawValue & 3 == 0
            },
            without("does not say that it will connect", .connectionEvents) { $0 == .reportConnection(.willConnect) },
            without("does not say that it will restore", .subscriptionEvents) {
                if case .reportSubscription(.willRestore) = $0 { true } else { false }
            },
            replacing("settles a suspension twice", .suspension) {
                if case .suspensionSettled = $0 { [$0, $0] } else { [$0] }
            },
            replacing("goes on without TLS", .security) { action in
                guard case .reportConnection(.connectionFailed) = action else { return [action] }
                return [action, .secure(.plain, because: nil)]
            },
            replacing("leaves nothing", .presence) { action in
                guard case .leave(let id, _) = action else { return [action] }
                return [.leave(id, [])]
            },
            replacing("waits for a heartbeat without end", .heartbeat) { action in
                guard case .startTimer(.heartbeatLimit, _, let number) = action else { return [action] }
                return [.startTimer(.heartbeatLimit, after: .seconds(36_000), number: number)]
            },
            BrokenClient("goes on with the old keys", .keys) { Sabotage(keepsKeys: true) },
            BrokenClient("lets a timer act that was cancelled", .timers) { Sabotage(takesStaleTimers: true) },
        ] + outbox

    /// Defects of the outbox and of the delivery.
    private static let outbox: [BrokenClient] = [
        BrokenClient("never says that a message was sent", .outbox) {
            Sabotage(outbox: { $0.removeAll { if case .endMessage(_, .sent) = $0 { true } else { false } } })
        },
        BrokenClient("says that a message was sent before it is", .outbox) {
            replacing {
                if case .warnOfMessage(let ticket, _) = $0 { [.endMessage(ticket, .sent(.zero))] } else { [$0] }
            }
        },
        BrokenClient("opens another file than before", .outbox) { Sabotage(losesFile: true) },
        BrokenClient("sends a message without waiting for the one before", .outboxOrder) {
            replacing { if case .acceptMessage(let ticket) = $0 { [$0, .sendMessage(ticket)] } else { [$0] } }
        },
        BrokenClient("says that there is no room", .room) {
            replacing { if case .acceptMessage(let ticket) = $0 { [.endMessage(ticket, .full)] } else { [$0] } }
        },
        BrokenClient("marks nothing", .duplicates) { Sabotage(losesMarks: true) },
        BrokenClient("does not try again", .stuck) {
            Sabotage(outbox: { $0.removeAll { if case .startTimer = $0 { true } else { false } } })
        },
        BrokenClient("asks for more however much waits", .backlog) { Sabotage(ignoresBacklog: true) },
    ]

    private static func replacing(
        _ replacement: @escaping (ClientAction) -> [ClientAction]
    ) -> Sabotage {
        Sabotage(outbox: { actions in actions = actions.flatMap(replacement) })
    }
}
