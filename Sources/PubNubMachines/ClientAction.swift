package import PubNubWire

/// What a client has to do, in the order in which it is to be done. All machines speak this one vocabulary.
///
/// A machine appends its actions to a list of the caller. The engine performs them, and reuses the list.
package enum ClientAction: Sendable, Equatable {
    package enum Question: Sendable, Hashable {
        case reconnect, keepTimetoken, resubscribe, restoreFromLastTimetoken, runInBackground
    }

    /// What one machine has for another. `ClientMachine` passes it on, so that none reaches the engine.
    package enum Input: Sendable, Equatable {
        /// Calls may be sent; remembered subscriptions are restored.
        case open
        /// Calls wait until the connection is there.
        case awaitConnection
        /// Calls fail from now on with this code.
        case close(code: Int)
        /// The subscribe request is made anew: its connection may have died with the old network.
        case renewSubscription
        /// The subscribe loop stops and remembers its list.
        case interruptSubscription
        /// The subscribe loop stops and forgets its list.
        case resetSubscription
        /// The connection is given up until the client is resumed.
        case suspend
        /// A request of the subscribe loop showed that the origin is gone.
        case connectionLost(Failure)
        /// The page that is delivered next shows that these may have lost messages.
        case fill([CatchUp.SuspectedLoss], since: Timetoken)
        /// Messages that came in and waited for what history had.
        case release(SubscribePage)
        /// Messages that history had.
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

    /// `nil` means the time that the configuration allows the request that the timer limits. The timer fires with the
    /// number, by which `ClientMachine` tells it from others of its name; 0 where the name says it all.
    case startTimer(TimerName, after: Duration?, number: UInt64 = 0)
    case cancelTimer(TimerName)
    /// The answer comes back with the number that `ClientMachine` gives, by which it is told from answers to earlier
    /// questions.
    case ask(Question, number: UInt64 = 0)

    case reportConnection(ConnectionMachine.Event)
    case reportSubscription(SubscribeMachine.Event)
    case deliver(SubscribePage)
    /// The delegate may finish its work before the client stops.
    case openWindow(UInt64)
    /// A suspension that was asked for took place, or did not.
    case suspensionSettled(isSuspended: Bool)

    case adoptIdentifier(String)
    /// Requests are built with the configuration that came with the oldest call of `reconfigure` not yet adopted.
    case adoptConfiguration
    /// Requests go out with this security from now on; the failure is what led to it.
    case secure(SecurityLadder.Level, because: Failure?)

    /// Writes a message of the outbox to its file; `stored` or `storingFailed` follows.
    case storeMessage(OutboxMachine.Ticket)
    /// A message of the outbox is as safe as the application asked for.
    case acceptMessage(OutboxMachine.Ticket)
    /// Sends a message of the outbox; `sent` or `failed` follows.
    case sendMessage(OutboxMachine.Ticket)
    /// A message of the outbox failed more often than once, holds up its line and is tried again.
    case warnOfMessage(OutboxMachine.Ticket, Failure)
    case endMessage(OutboxMachine.Ticket, OutboxMachine.Ending)

    case forward(Input)
    /// The engine's own next step, in line with what the machines want. No machine asks for it.
    case runStep
}

/// A list of actions that machines append to.
package typealias ClientActions = [ClientAction]
