import PubNubMachines

/// What a test breaks in the client, to see it being found out.
struct Sabotage {
    /// Changes what the client's machines say.
    var client: (inout ClientActions) -> Void = { _ in }
    /// Changes what the outbox says.
    var outbox: (inout ClientActions) -> Void = { _ in }
    /// Sends what the outbox sends again as if it was new.
    var losesMarks = false
    /// Opens an empty file in place of the one of before.
    var losesFile = false
    /// Sends calls while they stand in line.
    var isImpatient = false
    /// Counts the time for which the transport holds a call back.
    var countsHeldTime = false
    /// Asks for more however much waits.
    var ignoresBacklog = false
    /// Goes on with the old keys when the application sets others.
    var keepsKeys = false
    /// Takes a timer that fires too late for the one that runs.
    var takesStaleTimers = false
}
