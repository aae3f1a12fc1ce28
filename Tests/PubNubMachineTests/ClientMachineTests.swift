import PubNubWire
import Testing

@testable import PubNubMachines

/// All machines together: the effects of an input in the documented order (Documentation/WireProtocol.md, "Client
/// behaviour").
@Suite struct ClientMachineTests {
    static func connected(heartbeat: Duration? = nil) -> ClientMachine {
        var machine = ClientMachine(seed: 5, heartbeatInterval: heartbeat)
        let probe = machine.connect().started
        _ = machine.probeFinished(probe, nil)
        return machine
    }

    static func subscribed(heartbeat: Duration? = nil) -> (machine: ClientMachine, poll: RequestID) {
        var machine = connected(heartbeat: heartbeat)
        let join = machine.change(Subscribe.change(1, .subscribe, [Subscribe.a])).started
        let poll = machine.subscribeFinished(join, .success(Subscribe.page(100))).started
        return (machine, poll)
    }

    static let terms = RequestQueue.Terms(timeout: .seconds(15))

    @Test func callsMadeWhileConnectingGoOutOnceConnected() {
        var machine = ClientMachine(seed: 5)
        let probe = machine.connect().started
        let call = machine.nextCallID()
        #expect(machine.submit(call, Self.terms).words == ["start connection"])
        #expect(machine.change(Subscribe.change(1, .subscribe, [Subscribe.a])) == [])
        #expect(
            machine.probeFinished(probe, nil).words == [
                "stop probe", "tell didConnect", "stop connection", "start request", "send", "join a", "start join",
            ]
        )
    }

    @Test func callsMadeBeforeConnectingFailWith108() {
        var machine = ClientMachine(seed: 5)
        #expect(machine.submit(machine.nextCallID(), Self.terms).words == ["fail 108"])
        #expect(
            machine.change(Subscribe.change(1, .subscribe, [Subscribe.a])).words == ["report subscriptionFailed 108"]
        )
    }

    /// Documentation/WireProtocol.md, "Losing the network".
    @Test func aLossIsReportedInTheDocumentedOrder() {
        var (machine, poll) = Self.subscribed()
        let call = machine.nextCallID()
        _ = machine.submit(call, Self.terms)
        let actions = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        #expect(
            actions.words == [
                "stop join", "cancel", "stop join", "tell willDisconnect 103", "cancel", "stop request", "fail 107",
                "tell didDisconnectWithError 103", "ask reconnect",
            ]
        )
    }

    /// willConnect, didConnect, willRestore, didRestore (Documentation/WireProtocol.md, "Losing the network").
    @Test func aRestoreIsReportedInTheDocumentedOrder() {
        var (machine, poll) = Self.subscribed()
        _ = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        #expect(machine.answered(.reconnect, true).words == ["start reconnect"])
        let probe = machine.timerFired(.reconnect).started
        #expect(
            machine.probeFinished(probe, nil).words == [
                "stop probe", "tell willConnect", "tell didConnect", "ask resubscribe",
            ]
        )
        #expect(machine.answered(.resubscribe, true).words == ["ask restoreFromLastTimetoken"])
        let join = machine.answered(.restoreFromLastTimetoken, true)
        #expect(join.words == ["report willRestore", "join a", "start join"])
        let done = machine.subscribeFinished(join.started, .success(Subscribe.page(300)))
        #expect(done.words == ["poll a from 100", "start join", "report restored"])
    }

    @Test func aCallThatCannotReachTheOriginShowsTheLoss() {
        var (machine, _) = Self.subscribed()
        let call = machine.nextCallID()
        _ = machine.submit(call, Self.terms)
        let actions = machine.callFailed(call, Subscribe.unreachable)
        #expect(actions.words.prefix(2) == ["fail 107", "stop request"])
        #expect(actions.words.contains("tell willDisconnect 103"))
        #expect(!machine.connection.isConnected)
    }

    /// No leave is sent, subscriptions are forgotten, open calls fail (Documentation/WireProtocol.md, "Connecting").
    @Test func disconnectingEndsEverythingWithoutALeave() {
        var (machine, _) = Self.subscribed()
        _ = machine.submit(machine.nextCallID(), Self.terms)
        _ = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        let words = machine.disconnect().words
        #expect(
            words == [
                "cancel", "stop leave", "cancel", "stop request", "fail 108", "report unsubscriptionFailed 108",
                "tell didDisconnect",
            ]
        )
        #expect(machine.subscription.list.isEmpty)
    }

    /// The client disconnects, connects again and restores its subscription; calls wait (Documentation/WireProtocol.md,
    /// "Changing the configuration").
    @Test func aNewConfigurationReconnects() {
        var (machine, _) = Self.subscribed()
        let actions = machine.reconfigure(requiresReconnect: true, heartbeatInterval: nil)
        #expect(
            actions.words == ["cancel", "stop join", "tell didDisconnect", "adopt configuration", "start reconfigure"]
        )
        #expect(machine.submit(machine.nextCallID(), Self.terms).words == ["start connection"])
        let connecting = machine.timerFired(.reconfigure)
        #expect(connecting.words == ["tell willConnect", "probe", "start probe"])
        let connected = machine.probeFinished(connecting.started, nil)
        #expect(
            connected.words
                == ["stop probe", "tell didConnect", "stop connection", "start request", "send", "ask resubscribe"]
        )
    }

    @Test func heartbeatsRunWhilePresentAnywhere() {
        var (machine, poll) = Self.subscribed(heartbeat: .seconds(5))
        let beat = machine.timerFired(.heartbeat)
        #expect(beat.words == ["heartbeat a", "start heartbeatLimit"])
        #expect(machine.heartbeatFinished(beat.started).words == ["stop heartbeatLimit", "start heartbeat"])
        let page = machine.subscribeFinished(poll, .success(Subscribe.page(200)))
        #expect(page.words.last == "start heartbeat", "activity starts the interval anew")
        #expect(machine.disconnect().words.contains("stop heartbeat"))
    }

    /// A heartbeat that arrives after the leave would undo it.
    @Test func aLeaveWaitsForTheHeartbeatUnderWay() {
        var (machine, _) = Self.subscribed(heartbeat: .seconds(5))
        let beat = machine.timerFired(.heartbeat).started
        let leaving = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        #expect(leaving.words == ["cancel", "stop join", "start heartbeatLimit"])
        let left = machine.heartbeatFinished(beat)
        #expect(left.words == ["stop heartbeatLimit", "start heartbeat", "leave a", "start leave"])
        #expect(machine.timerFired(.heartbeat).words == ["start heartbeat"], "nothing is left to tell")
        #expect(machine.leaveFinished(left.started, nil).words.contains("stop heartbeat"))
    }

    @Test func aLeaveIsSentWhenTheHeartbeatGetsNoResponse() {
        var (machine, _) = Self.subscribed(heartbeat: .seconds(5))
        _ = machine.timerFired(.heartbeat)
        _ = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        #expect(machine.timerFired(.heartbeatLimit).words == ["cancel", "start heartbeat", "leave a", "start leave"])
    }

    /// The channels of a heartbeat while one of two channels is being left.
    @Test func aHeartbeatDoesNotNameChannelsBeingLeft() {
        var machine = Self.connected(heartbeat: .seconds(5))
        let join = machine.change(Subscribe.change(1, .subscribe, [Subscribe.a, Subscribe.b])).started
        _ = machine.subscribeFinished(join, .success(Subscribe.page(100)))
        _ = machine.change(Subscribe.change(2, .unsubscribe, [Subscribe.a]))
        #expect(machine.timerFired(.heartbeat).words.first == "heartbeat b")
    }

    /// The client leaves with the old keys and subscribes with the new ones from now on; calls for the old keys end.
    @Test func anotherSubscribeKeyLeavesAndBeginsAnew() {
        var (machine, poll) = Self.subscribed(heartbeat: .seconds(5))
        _ = machine.submit(machine.nextCallID(), Self.terms)
        let actions = machine.reconfigure(
            requiresReconnect: true,
            newSubscribeKey: "other",
            heartbeatInterval: .seconds(5)
        )
        #expect(
            actions.words == [
                "stop heartbeat", "cancel", "stop join", "leave a", "start leave", "cancel", "stop request", "fail 108",
                "tell didDisconnect", "adopt configuration", "tell willConnect", "probe", "start probe",
            ],
            "without a pause"
        )
        #expect(machine.subscribeFinished(poll, .success(Subscribe.page(200))) == [])
        let probe = actions.probe
        #expect(
            machine.probeFinished(probe, nil).words == ["stop probe", "tell didConnect", "start heartbeat"],
            "the old key is left first"
        )
        #expect(machine.timerFired(.heartbeat).words == ["start heartbeat"], "the client is not present yet")
        #expect(machine.timerFired(.leave).words == ["cancel", "ask resubscribe"])
        let join = machine.answered(.resubscribe, true)
        #expect(join.words.contains("join a"))
        #expect(machine.subscribeFinished(join.started, .success(Subscribe.page(300))).words.first == "poll a from 300")
    }

    /// A timer that fired before it was cancelled is still processed and must not affect later state.
    @Test func aTimerThatFiredBeforeItWasCancelledDoesNothing() {
        var machine = ClientMachine(seed: 5)
        _ = machine.connect()
        let probe = machine.number(of: .probe)
        _ = machine.disconnect()
        _ = machine.connect()
        #expect(machine.timerFired(.probe, number: probe) == [])
        #expect(!machine.timerFired(.probe).isEmpty)
    }

    @Test func theTimerOfAnEarlierPollDoesNotEndTheNext() {
        var (machine, poll) = Self.subscribed()
        let first = machine.number(of: .join)
        _ = machine.subscribeFinished(poll, .success(Subscribe.page(200)))
        #expect(machine.timerFired(.join, number: first) == [])
        #expect(machine.timerFired(.join).words.first == "cancel")
        #expect(machine.timerFired(.join, number: first) == [])
    }

    @Test func aTimerThatFiresActsOnce() {
        var machine = Self.subscribed(heartbeat: .seconds(5)).machine
        let number = machine.number(of: .heartbeat)
        #expect(!machine.timerFired(.heartbeat, number: number).isEmpty)
        #expect(machine.timerFired(.heartbeat, number: number) == [])
        #expect(machine.timerFired(.heartbeat, number: 0) == [], "it does not run")
    }

    /// The delegate may reply to the earlier of two questions.
    @Test func aReplyToAnEarlierQuestionDoesNothing() {
        var (machine, poll) = Self.subscribed()
        _ = machine.subscribeFinished(poll, .failure(Subscribe.unreachable))
        let first = machine.number(of: ClientAction.Question.reconnect)
        let probe = machine.connect().started
        _ = machine.probeFinished(probe, Subscribe.unreachable)
        #expect(machine.answered(.reconnect, number: first, false) == [])
        #expect(machine.answered(.reconnect, true).words == ["start reconnect"])
    }

    @Test func presenceAloneNeedsNoHeartbeat() {
        var machine = Self.connected(heartbeat: .seconds(5))
        let join = machine.change(Subscribe.change(1, .enablePresence, [Subscribe.a])).started
        let actions = machine.subscribeFinished(join, .success(Subscribe.page(100)))
        #expect(!actions.words.contains("start heartbeat"))
    }

    @Test func aTimedOutCallFailsWith110() {
        var machine = Self.connected()
        let call = machine.nextCallID()
        _ = machine.submit(call, Self.terms)
        #expect(machine.timerFired(.request(call)).words == ["cancel", "fail 110"])
        #expect(machine.callFinished(call) == [])
    }

    @Test("A loss reported by a request of an ended call does not break the connection")
    func lateFailure() {
        var machine = Self.connected()
        let call = machine.nextCallID()
        _ = machine.submit(call, Self.terms)
        _ = machine.timerFired(.request(call))
        #expect(machine.callFailed(call, Subscribe.unreachable) == [])
        #expect(machine.connection.isConnected)
    }

    @Test("A loss reported by a request of an earlier connection does not break the current one")
    func failureOfAnEarlierConnection() {
        var (machine, _) = Self.subscribed()
        let call = machine.nextCallID()
        _ = machine.submit(call, Self.terms)
        _ = machine.reconfigure(requiresReconnect: true, heartbeatInterval: nil)
        let connecting = machine.timerFired(.reconfigure)
        _ = machine.probeFinished(connecting.started, nil)
        #expect(machine.connection.isConnected)
        #expect(machine.callFailed(call, Subscribe.unreachable).words == ["fail 107", "stop request"])
        #expect(machine.connection.isConnected)
    }

    @Test func requestsOfDifferentClientsNeverShareANumber() {
        var first = ClientMachine(client: 1)
        var second = ClientMachine(client: 2)
        #expect(first.nextCallID() != second.nextCallID())
        #expect(first.connect().started != second.connect().started)
        #expect(first.nextCallID() != first.connect().started)
    }
}

extension ClientMachine {
    /// Fires the running timer.
    mutating func timerFired(_ timer: TimerName) -> ClientActions { timerFired(timer, number: number(of: timer)) }

    /// Replies to the latest question of a kind.
    mutating func answered(_ question: ClientAction.Question, _ answer: Bool) -> ClientActions {
        answered(question, number: number(of: question), answer)
    }
}

extension [ClientAction] {
    /// The request that these actions start.
    var started: RequestID {
        for action in self {
            switch action {
            case .probe(let id), .join(let id, _), .poll(let id, _, _), .leave(let id, _), .heartbeat(let id, _):
                return id
            default: continue
            }
        }
        return RequestID(rawValue: 0)
    }

    var words: [String] { map(\.words) }
}

extension ClientAction {
    var words: String {
        switch self {
        case .send: "send"
        case .probe: "probe"
        case .join(_, let names): "join \(names.channels.escaped)"
        case .poll(_, let names, let cursor): "poll \(names.channels.escaped) from \(cursor.timetoken)"
        case .leave(_, let targets): "leave \(targets.map(\.name).joined(separator: ","))"
        case .heartbeat(_, let targets): "heartbeat \(targets.map(\.name).joined(separator: ","))"
        case .cancel: "cancel"
        case .startTimer(let timer, _, _): "start \(timer.word)"
        case .cancelTimer(let timer): "stop \(timer.word)"
        case .ask(let question, _): "ask \(question)"
        case .reportConnection(.willDisconnect(let failure)): "tell willDisconnect \(failure.code)"
        case .reportConnection(.didDisconnectWithError(let failure)): "tell didDisconnectWithError \(failure.code)"
        case .reportConnection(let event): "tell \(event)"
        case .reportSubscription(.willRestore): "report willRestore"
        case .reportSubscription(.restored): "report restored"
        case .reportSubscription(.subscriptionFailed(_, _, let failure)): "report subscriptionFailed \(failure.code)"
        case .reportSubscription(.unsubscriptionFailed(_, let failure)): "report unsubscriptionFailed \(failure.code)"
        case .reportSubscription(.gap(let start, let end)): "report gap from \(start) to \(end)"
        case .reportSubscription(let event): "report \(event)"
        case .deliver(let page): "deliver \(page.envelopes.count)"
        case .load(let load): "load \(load.channel) after \(load.after) through \(load.through)"
        case .fail(_, let failure): "fail \(failure.code)"
        case .beginCall(let ticket): "begin \(ticket)"
        case .refuseCall(let ticket, let failure): "refuse \(ticket) \(failure.code)"
        case .adoptIdentifier(let identifier): "adopt \(identifier)"
        case .adoptConfiguration: "adopt configuration"
        case .secure(let level, _): "secure \(level)"
        case .openWindow(let window): "window \(window)"
        case .suspensionSettled(let isSuspended): isSuspended ? "suspended" : "not suspended"
        case .storeMessage, .acceptMessage, .sendMessage, .warnOfMessage, .endMessage, .forward, .runStep: "\(self)"
        }
    }
}

extension TimerName {
    fileprivate var word: String {
        switch self {
        case .request: "request"
        case .connection: "connection"
        case .pause: "pause"
        default: "\(self)"
        }
    }
}
