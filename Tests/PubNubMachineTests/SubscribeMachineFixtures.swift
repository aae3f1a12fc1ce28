import PubNubWire

@testable import PubNubMachines

/// Machines in each phase, and short names for inputs and actions.
enum Subscribe {
    typealias Action = ClientAction

    static let a = SubscriptionTarget(name: "a", isGroup: false)
    static let b = SubscriptionTarget(name: "b", isGroup: false)
    static let group = SubscriptionTarget(name: "g", isGroup: true)

    static func change(
        _ id: UInt64,
        _ kind: SubscriptionChange.Kind,
        _ targets: [SubscriptionTarget] = [],
        presence: Bool? = nil
    ) -> SubscriptionChange {
        SubscriptionChange(id: id, kind: kind, entries: targets.map { .init(target: $0, presence: presence) })
    }

    static func page(_ timetoken: UInt64, _ messages: [String] = []) -> SubscribePage {
        SubscribePage(
            cursor: Cursor(timetoken: Timetoken(rawValue: timetoken), region: 1),
            envelopes: messages.map { text in
                Envelope(
                    kind: .message,
                    channel: "a",
                    isPresence: false,
                    subscription: nil,
                    payload: RawJSON(.string(text)),
                    timetoken: Timetoken(rawValue: timetoken),
                    region: 1,
                    publisher: nil,
                    metadata: nil,
                    customType: nil
                )
            }
        )
    }

    static let malformed = Failure(.malformed, code: ErrorCode.responseMalformed)
    static let broken = Failure(.interrupted, code: ErrorCode.connectionClosedByServer)
    static let unreachable = Failure(.unreachable, code: ErrorCode.requestFailedWithoutNetwork)
    static let server = Failure(.serverError, code: ErrorCode.unknown)
    static let refused = Failure(.refused, code: ErrorCode.invalidKey)

    static func forbidden(_ channels: [String] = [], groups: [String] = []) -> Failure {
        Failure(.forbidden, code: ErrorCode.accessForbidden, channels: channels, groups: groups)
    }

    /// Connected, without a subscription.
    static func idle() -> SubscribeMachine {
        var machine = SubscribeMachine(seed: 3)
        _ = machine.connected()
        return machine
    }

    /// The first request for `a` is in flight.
    static func joining() -> SubscribeMachine {
        var machine = idle()
        _ = machine.submit(change(1, .subscribe, [a]))
        return machine
    }

    /// Polling `targets` from timetoken 100.
    static func polling(_ targets: [SubscriptionTarget] = [a]) -> SubscribeMachine {
        var machine = idle()
        let request = machine.submit(change(1, .subscribe, targets)).request
        _ = machine.joinSucceeded(request, page(100))
        return machine
    }

    /// Polling `a`; the delegate is asked about the timetoken because `b` is to be added.
    static func asking() -> SubscribeMachine {
        var machine = polling()
        _ = machine.submit(change(2, .subscribe, [b]))
        return machine
    }

    /// Leaving `a`; `b` stays.
    static func leaving() -> SubscribeMachine {
        var machine = polling([a, b])
        _ = machine.submit(change(2, .unsubscribe, [a]))
        return machine
    }

    /// A pause after a failed long poll.
    static func pausing() -> SubscribeMachine {
        var machine = polling()
        _ = machine.pollFailed(machine.current, broken)
        return machine
    }

    /// A pause after a failed first request.
    static func pausingBeforeJoin() -> SubscribeMachine {
        var machine = joining()
        _ = machine.joinFailed(machine.current, broken)
        return machine
    }

    /// Offline with `a` remembered.
    static func offline() -> SubscribeMachine {
        var machine = polling()
        _ = machine.interrupted()
        return machine
    }

    static func askingRestore() -> SubscribeMachine {
        var machine = offline()
        _ = machine.connected()
        return machine
    }

    /// The delegate declined to restore `a`.
    static func forgetting() -> SubscribeMachine {
        var machine = askingRestore()
        _ = machine.answered(.resubscribe, false)
        return machine
    }

    /// The keys changed during a poll of `a`.
    static func departing() -> SubscribeMachine {
        var machine = polling()
        _ = machine.keysetChanged(to: "other", isConnected: true)
        return machine
    }

    /// The client has connected with the new keys before it has left with the old ones.
    static func departingConnected() -> SubscribeMachine {
        var machine = departing()
        _ = machine.connected()
        return machine
    }

    static func askingRestoreCursor() -> SubscribeMachine {
        var machine = askingRestore()
        _ = machine.answered(.resubscribe, true)
        return machine
    }

    static let machines: [String: SubscribeMachine] = [
        "offline": offline(), "idle": idle(), "askingRestore": askingRestore(),
        "askingRestoreCursor": askingRestoreCursor(), "askingKeep": asking(), "forgetting": forgetting(),
        "leaving": leaving(), "joining": joining(), "polling": polling(), "pausing": pausing(),
        "pausingBeforeJoin": pausingBeforeJoin(), "departing": departing(), "departingConnected": departingConnected(),
    ]
}

extension SubscribeMachine {
    /// The request that the machine waits for.
    var current: RequestID {
        switch phase {
        case .joining(let join): join.request
        case .polling(let poll): poll.request
        case .askingKeep(_, let poll): poll?.request ?? RequestID(rawValue: 0)
        case .leaving(_, let request, _), .forgetting(let request), .departing(let request, _): request
        case .offline, .idle, .askingRestore, .askingRestoreCursor, .pausing: RequestID(rawValue: 0)
        }
    }

    var word: String {
        switch phase {
        case .offline: "offline"
        case .idle: "idle"
        case .askingRestore: "askingRestore"
        case .askingRestoreCursor: "askingRestoreCursor"
        case .askingKeep: "askingKeep"
        case .leaving: "leaving"
        case .forgetting: "forgetting"
        case .departing(_, isConnected: false): "departing"
        case .departing(_, isConnected: true): "departingConnected"
        case .joining: "joining"
        case .polling: "polling"
        case .pausing(.beforePoll): "pausing"
        case .pausing(.beforeJoin): "pausingBeforeJoin"
        case .pausing(.beforeLeave): "pausingBeforeLeave"
        }
    }
}

extension [ClientAction] {
    /// The request that these actions start.
    var request: RequestID {
        for action in self {
            switch action {
            case .join(let id, _), .poll(let id, _, _), .leave(let id, _): return id
            default: continue
            }
        }
        return RequestID(rawValue: 0)
    }

    var loopWords: [String] { map(\.loopWords) }
}

extension ClientAction {
    /// The action in words, so that a table of them can be read.
    var loopWords: String {
        switch self {
        case .join(_, let names): "join \(names.words)"
        case .poll(_, let names, let cursor): "poll \(names.words) from \(cursor.timetoken)"
        case .leave(_, let targets): "leave \(targets.map(\.name).joined(separator: ","))"
        case .cancel: "cancel"
        case .startTimer(let timer, _, _): "start \(timer)"
        case .cancelTimer(let timer): "stop \(timer)"
        case .ask(let question, _): "ask \(question)"
        case .deliver(let page): "deliver \(page.envelopes.count)"
        case .forward(.fill(let found, let start)): "fill \(found.map(\.channel).joined(separator: ",")) since \(start)"
        case .reportSubscription(let event): event.words
        case .adoptIdentifier(let identifier): "adopt \(identifier)"
        case .forward(.connectionLost): "lost"
        default: "\(self)"
        }
    }
}

extension SubscriptionTargetList.Names {
    fileprivate var words: String {
        groups.isEmpty ? channels.escaped : "\(channels.pathSegment) groups \(groups.escaped)"
    }
}

extension SubscribeMachine.Event {
    fileprivate var words: String {
        switch self {
        case .subscribed(let change): "subscribed \(change.targets.names)"
        case .subscriptionFailed(_, let targets, let failure): "subscriptionFailed \(targets.names) \(failure.code)"
        case .unsubscribed(let change): "unsubscribed \(change.targets.names)"
        case .unsubscriptionFailed(let change, let failure):
            "unsubscriptionFailed \(change.targets.names) \(failure.code)"
        case .presenceEnabled(_, let targets): "presenceEnabled \(targets.names)"
        case .presenceDisabled(_, let targets): "presenceDisabled \(targets.names)"
        case .presenceFailed(let change, let failure): "presenceFailed \(change.targets.names) \(failure.code)"
        case .forgotten(let targets): "forgotten \(targets.names)"
        case .willRestore(let targets): "willRestore \(targets.names)"
        case .restored(let targets): "restored \(targets.names)"
        case .gap(let start, let end): "gap from \(start) to \(end)"
        }
    }
}

extension [SubscriptionTarget] {
    fileprivate var names: String { map(\.name).joined(separator: ",") }
}
