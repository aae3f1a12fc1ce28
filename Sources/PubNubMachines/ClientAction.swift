package import PubNubWire

/// An action of a client. All machines share this vocabulary; actions are performed in the order of the list.
///
/// A machine appends its actions to a list of the caller. The engine performs them and reuses the list.
package enum ClientAction: Sendable, Equatable {
    package enum Question: Sendable, Hashable {
        case reconnect, keepTimetoken, resubscribe, restoreFromLastTimetoken, runInBackground
    }

    /// An input from one machine to another. `ClientMachine` forwards it, so none reaches the engine.
    package enum Input: Sendable, Equatable {
        /// Calls may be sent; remembered subscriptions are restored.
        case open
        /// Calls wait until the client is connected.
        case awaitConnection
        /// Calls fail from now on with this code.
        case close(code: Int)
        /// The subscribe request is sent again: its connection may have been lost with the old network.
        case renewSubscription
        /// The subscribe loop stops and remembers its list.
        case interruptSubscription
        /// The subscribe loop stops and forgets its list.
        case resetSubscription
        /// The client stays disconnected until it is resumed.
        case suspend
        /// A request of the subscribe loop showed that the origin is gone.
        case connectionLost(Failure)
        /// The page that is delivered next shows that these channels may have lost messages.
        case fill([CatchUp.SuspectedLoss], since: Timetoken)
        /// Messages that were received and waited for older ones from history.
        case release(SubscribePage)
        /// Messages from history.
        case restore(SubscribePage)
    }

    /// Sends a call of the application.
    case send(RequestID)
    /// Asks for the time, to find out whether the origin is there.
    case probe(RequestID)
    case join(RequestID, SubscriptionTargetList.Names)
    case poll(RequestID, SubscriptionTargetList.Names, Cursor)
    case leave(RequestID, [SubscriptionTarget])
    case heartbeat(RequestID, [SubscriptionTarget])
    /// Reads what a channel may have lost from history.
    case load(GapFillMachine.Load)
    case cancel(RequestID)
    /// Ends a call of the application with a failure.
    case fail(RequestID, Failure)

    /// Begins a call that waited in line; `ClientMachine.leaveLine` follows, or the end of its change.
    case beginCall(CallLine.Ticket)
    /// Ends a call that waited in line with a failure.
    case refuseCall(CallLine.Ticket, Failure)

    /// `nil` means the time that the configuration allows the request that the timer limits. The timer fires with the
    /// number, by which `ClientMachine` distinguishes it from others of its name; 0 if the name suffices.
    case startTimer(TimerName, after: Duration?, number: UInt64 = 0)
    case cancelTimer(TimerName)
    /// The delegate's answer returns with the number that `ClientMachine` assigns, which distinguishes it from answers
    /// to earlier questions.
    case ask(Question, number: UInt64 = 0)

    case reportConnection(ConnectionMachine.Event)
    case reportSubscription(SubscribeMachine.Event)
    case deliver(SubscribePage)
    /// The delegate may finish its work before the client stops.
    case openWindow(UInt64)
    /// A requested suspension took place, or did not.
    case suspensionSettled(isSuspended: Bool)

    case adoptIdentifier(String)
    /// Requests are built with the configuration that came with the oldest call of `reconfigure` not yet adopted.
    case adoptConfiguration
    /// Requests go out with this security level from now on; the failure is the reason.
    case secure(SecurityLadder.Level, because: Failure?)

    /// Writes a message of the outbox to its file; `stored` or `storingFailed` follows.
    case storeMessage(OutboxMachine.Ticket)
    /// A message of the outbox is as safe as the application required.
    case acceptMessage(OutboxMachine.Ticket)
    /// Sends a message of the outbox; `sent` or `failed` follows.
    case sendMessage(OutboxMachine.Ticket)
    /// A message of the outbox failed repeatedly, blocks its line and is sent again.
    case warnOfMessage(OutboxMachine.Ticket, Failure)
    case endMessage(OutboxMachine.Ticket, OutboxMachine.Ending)

    case forward(Input)
    /// The engine's own next step, in order with the machines' actions. No machine returns it.
    case runStep
}

/// A list of actions that machines append to.
package typealias ClientActions = [ClientAction]
