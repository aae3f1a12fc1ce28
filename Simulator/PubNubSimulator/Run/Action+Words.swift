@testable import PubNubMachines
@testable import PubNubWire

extension ClientAction {
    /// The action as a line of a trace.
    var words: String {
        switch self {
        case .send(let id): "send call \(id.number)"
        case .probe(let id): "time request \(id.number)"
        case .join(let id, let names): "join request \(id.number) for \(names.words)"
        case .poll(let id, let names, let cursor): "poll \(id.number) for \(names.words) from \(cursor.timetoken)"
        case .leave(let id, let targets): "leave request \(id.number) for \(targets.words)"
        case .heartbeat(let id, let targets): "heartbeat \(id.number) for \(targets.words)"
        case .cancel(let id): "cancel \(id.number)"
        case .startTimer(let timer, let delay, _): "start timer \(timer.words)" + (delay.map { " of \($0)" } ?? "")
        case .cancelTimer(let timer): "stop timer \(timer.words)"
        case .ask(let question, _): "ask \(question)"
        case .reportConnection(let event): "report \(event.words)"
        case .reportSubscription(let event): "report \(event.words)"
        case .deliver(let page): "deliver \(page.envelopes.map(\.payload.text).joined(separator: " "))"
        case .load(let load): "load \(load.channel) after \(load.after) through \(load.through)"
        case .fail(let id, let failure): "call \(id.number) fails: \(failure.code)"
        case .beginCall(let ticket): "begin call \(ticket) in line"
        case .refuseCall(let ticket, let failure): "call \(ticket) in line fails: \(failure.code)"
        case .adoptIdentifier(let identifier): "adopt \(identifier)"
        case .adoptConfiguration: "adopt the configuration"
        case .secure(let level, _): "security \(level)"
        case .openWindow: "let the delegate work"
        case .suspensionSettled(let isSuspended): isSuspended ? "suspended" : "not suspended"
        case .storeMessage, .acceptMessage, .sendMessage, .warnOfMessage, .endMessage, .forward, .runStep: "\(self)"
        }
    }
}

extension TimerName {
    var words: String {
        switch self {
        case .request(let id): "of call \(id.number)"
        case .connection(let id): "of call \(id.number), which waits for the connection,"
        case .pause(let id): "before call \(id.number) is sent again"
        default: "\(self)"
        }
    }
}

extension ConnectionMachine.Event {
    fileprivate var words: String {
        switch self {
        case .willConnect, .didConnect, .alreadyConnecting, .waitingForNetwork, .didDisconnect: "\(self)"
        case .connectionFailed(let failure): "connectionFailed \(failure.code)"
        case .willDisconnect(let failure): "willDisconnect \(failure.code)"
        case .didDisconnectWithError(let failure): "didDisconnectWithError \(failure.code)"
        }
    }
}

extension SubscribeMachine.Event {
    fileprivate var words: String {
        switch self {
        case .subscribed(let change): "subscribed \(change.targets.words)"
        case .subscriptionFailed(_, let targets, let failure): "subscription failed \(targets.words): \(failure.code)"
        case .unsubscribed(let change): "unsubscribed \(change.targets.words)"
        case .unsubscriptionFailed(let change, let failure):
            "unsubscription failed \(change.targets.words): \(failure.code)"
        case .presenceEnabled(_, let targets): "presence enabled \(targets.words)"
        case .presenceDisabled(_, let targets): "presence disabled \(targets.words)"
        case .presenceFailed(let change, let failure): "presence failed \(change.targets.words): \(failure.code)"
        case .forgotten(let targets): "forgot \(targets.words)"
        case .willRestore(let targets): "will restore \(targets.words)"
        case .restored(let targets): "restored \(targets.words)"
        case .gap(let start, let end): "gap from \(start) to \(end)"
        }
    }
}

extension SubscriptionTargetList.Names {
    fileprivate var words: String {
        (channels.names + groups.names.map { "group \($0)" }).joined(separator: ", ")
    }
}

extension [SubscriptionTarget] {
    fileprivate var words: String {
        map { $0.isGroup ? "group \($0.name)" : $0.name }.joined(separator: ", ")
    }
}
