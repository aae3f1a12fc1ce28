import PubNubMachines

/// What the simulation plans for later.
enum Occurrence {
    case step(Int)
    /// The transport reports that it holds a call back.
    case heldBack(RequestID, serial: Int)
    /// The transport sends a call that it held back.
    case released(RequestID, serial: Int)
    /// A request reaches the service.
    case arrival(RequestID, serial: Int)
    /// The answer to a request reaches the client.
    case reply(RequestID, serial: Int)
    /// A request fails on the way, which the client learns from its own system.
    case failure(RequestID, serial: Int, Failure)
    /// What the transport still says of a request that was cancelled.
    case echo(SimulatedRequest, SimulatedRequest.Reply)
    /// History gives what it has, or fails.
    case loaded(GapFillMachine.Load, keyset: Int)
    /// The service has held a poll for as long as it does.
    case holdEnds(RequestID, serial: Int)
    case timer(TimerName, started: Int)
    /// A timer had fired when it was cancelled or started anew, and now has its turn.
    case staleTimer(TimerName, number: UInt64)
    case answer(ClientAction.Question, number: UInt64, Bool)
    case workDone(UInt64)
    case disk(OutboxModel.DiskEvent)
    /// The application has taken what came with a page.
    case taken
    /// Everything is well from now on.
    case calm(Calm)
}

/// The end of each run: nothing goes wrong any more, so that everything has to come to rest.
enum Calm {
    /// The network and the service are well, the application wants to be connected.
    case begins
    /// A late answer of the delegate may have ended the tries: the application connects again.
    case goesOn
    /// The client must be connected and listening, its outbox empty but for what the service does not take.
    case isReached
    /// The service takes everything, and the outbox must be empty.
    case isMended
    /// What was sent last must have come.
    case ends
}
