@testable import PubNubMachines

/// A planned event of the simulation.
enum Occurrence {
    case step(Int)
    /// The transport reports that it holds a call back.
    case heldBack(RequestID, serial: Int)
    /// The transport sends a call that it held back.
    case released(RequestID, serial: Int)
    /// A request reaches the service.
    case arrival(RequestID, serial: Int)
    /// The response to a request reaches the client.
    case reply(RequestID, serial: Int)
    /// A request fails in transit; the client's own system reports it.
    case failure(RequestID, serial: Int, Failure)
    /// A late report of the transport about a cancelled request.
    case echo(SimulatedRequest, SimulatedRequest.Reply)
    /// History returns its messages or an error.
    case loaded(GapFillMachine.Load, keyset: Int)
    /// The service has held a long poll for the full time.
    case holdEnds(RequestID, serial: Int)
    case timer(TimerName, started: Int)
    /// A timer had fired when it was cancelled or restarted, and its input is processed now.
    case staleTimer(TimerName, number: UInt64)
    case answer(ClientAction.Question, number: UInt64, Bool)
    case workDone(UInt64)
    case disk(OutboxModel.DiskEvent)
    /// The application has processed the messages of a page.
    case taken
    /// The pause before targets of iterations are asked for again is over.
    case iterationPauseEnds
    /// The run enters a phase of its end.
    case finalPhase(FinalPhase)
}

/// The phases at the end of each run: no more faults happen, so that all activity has to end.
enum FinalPhase {
    /// The network and the service work, and the application wants to be connected.
    case faultsEnd
    /// A late reply of the delegate may have ended the attempts: the application connects again.
    case connectsAgain
    /// The client must be connected and listening; its outbox holds only messages that the service refuses.
    case isConnected
    /// The service accepts everything, and the outbox must be empty.
    case outboxIsEmpty
    /// The messages that were sent last must have arrived.
    case everythingArrived
}
