package import PubNubWire

/// What the machines of a client ask for.
extension ClientMachine {
    package enum Question: Sendable, Hashable {
        case reconnect, keepTimetoken, resubscribe, restoreFromLastTimetoken, runInBackground
    }

    package enum Action: Sendable, Equatable {
        case send(RequestID)
        case probe(RequestID)
        case join(RequestID, FeedList.Names)
        case poll(RequestID, FeedList.Names, Cursor)
        case leave(RequestID, [Feed])
        case heartbeat(RequestID, [Feed])
        case cancel(RequestID)
        /// nil means the time that the configuration allows the request that the timer limits. The timer fires with the
        /// number, by which it is told from others of its name.
        case startTimer(TimerName, after: Duration?, number: UInt64)
        case cancelTimer(TimerName)
        /// The answer comes back with the number, by which it is told from answers to earlier questions.
        case ask(Question, number: UInt64)
        case tell(ConnectionMachine.Event)
        case report(SubscribeMachine.Event)
        case deliver(SubscribePage)
        /// Reads what a channel may have lost from history.
        case load(GapFillMachine.Load)
        case fail(RequestID, Failure)
        case adoptIdentifier(String)
        /// Requests are built with the configuration that came with the oldest call of `reconfigure` not yet adopted.
        case adoptConfiguration
        case secure(SecurityLadder.Level, because: Failure?)
        /// The delegate may finish its work before the client stops.
        case openWindow(UInt64)
        /// A suspension that was asked for took place, or did not.
        case suspensionSettled(isSuspended: Bool)
    }
}
