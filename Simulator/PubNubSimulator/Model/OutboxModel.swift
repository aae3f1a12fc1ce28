import PubNubMachines

/// The outbox of the simulated client and its file, joined as the engine joins them.
struct OutboxModel {
    typealias Ticket = OutboxMachine.Ticket

    /// How the outbox is in a whole run.
    struct Traits: Equatable, Sendable {
        /// Whether messages are written to a file.
        var isStored = true
        /// The most messages, of which each has two bytes on average.
        var messages = 100
        /// Microseconds that the disk takes.
        var diskDelay = 0

        var limits: OutboxMachine.Limits { .init(messages: messages, bytes: 2 * messages) }
    }

    struct Message: Equatable {
        /// Different for each message of a run, in the order in which they were given.
        let number: Int
        let channel: Int

        var bytes: Int { 1 + number % 3 }
    }

    /// What the disk has done.
    enum DiskEvent {
        case stored(Ticket, Message)
        case storingFailed(Ticket)
        /// It is noted that a message need not be sent any more.
        case finished(Message)
    }

    /// What the outbox is to be told once everybody has heard what led to it.
    enum News {
        case opened
        case sent(Ticket)
        case failed(Ticket, Failure)
    }

    let traits: Traits
    var machine: OutboxMachine
    /// What tickets of this process stand for.
    private(set) var kept: [Ticket: Message] = [:]
    /// The calls that send messages.
    private(set) var calls: [RequestID: Ticket] = [:]
    /// What is in the file, oldest first; it outlives the process.
    private(set) var file: [Message] = []
    /// How many of the next messages cannot be written.
    var failingWrites = 0
    private var lastTicket: Ticket = 0
    private var lastNumber = 0

    init(_ traits: Traits, seed: UInt64) {
        self.traits = traits
        machine = OutboxMachine(limits: traits.limits, seed: seed)
    }

    /// A message that the application gives.
    mutating func give(to channel: Int) -> (ticket: Ticket, message: Message) {
        lastNumber += 1
        return take(Message(number: lastNumber, channel: channel))
    }

    /// The process has ended, and another one opens the file.
    ///
    /// - Returns: What it finds there.
    mutating func reopened(seed: UInt64) -> [(ticket: Ticket, message: Message)] {
        machine = OutboxMachine(limits: traits.limits, seed: seed)
        (kept, calls) = ([:], [:])
        return file.map { take($0) }
    }

    /// What a ticket stood for, once.
    mutating func finish(_ ticket: Ticket) -> Message? { kept.removeValue(forKey: ticket) }

    mutating func sending(_ ticket: Ticket, as call: RequestID) { calls[call] = ticket }

    /// The message that a call was to send; nil when the call is one of the application's own.
    mutating func ended(_ call: RequestID) -> Ticket? { calls.removeValue(forKey: call) }

    mutating func write(_ message: Message) { file.append(message) }

    /// What is in the file is gone.
    mutating func loseFile() { file = [] }

    mutating func erase(_ message: Message) { file.removeAll { $0 == message } }

    private mutating func take(_ message: Message) -> (ticket: Ticket, message: Message) {
        lastTicket += 1
        kept[lastTicket] = message
        return (lastTicket, message)
    }
}

extension OutboxModel.Traits: CustomStringConvertible {
    var description: String {
        "\(messages) messages, \(isStored ? "in a file that takes \(diskDelay.secondsText)" : "in memory")"
    }
}
