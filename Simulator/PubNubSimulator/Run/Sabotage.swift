@testable import PubNubMachines

/// A defect that a test adds to the client, to prove that the simulator detects it.
struct Sabotage {
    /// Changes the actions of the client's machines.
    var client: (inout ClientActions) -> Void = { _ in }
    /// Changes the actions of the outbox.
    var outbox: (inout ClientActions) -> Void = { _ in }
    /// Sends repeated messages of the outbox as if they were new.
    var losesMarks = false
    /// Opens an empty file instead of the existing one.
    var losesFile = false
    /// Sends calls while they wait for an earlier call.
    var isImpatient = false
    /// Begins calls in line while they wait for an earlier call.
    var jumpsLine = false
    /// Counts the time in which the transport holds a call back.
    var countsHeldTime = false
    /// Requests more messages, regardless of how many wait.
    var ignoresBacklog = false
    /// Continues with the old keys when the application sets others.
    var keepsKeys = false
    /// Passes an iteration what was sent before its start.
    var sharesStarts = false
    /// Accepts a late timer as the one that runs.
    var takesStaleTimers = false
}
