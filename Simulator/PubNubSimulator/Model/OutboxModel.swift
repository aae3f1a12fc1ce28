@testable import PubNubMachines

/// The outbox of the simulated client and its file, connected as in the engine.
struct OutboxModel {
    typealias Ticket = OutboxMachine.Ticket

    /// The settings of the outbox for a whole run.
    struct Traits: Equatable, Sendable {
        /// Whether messages are written to a file.
        var isStored = true
        /// The maximum number of messages; each has two bytes on average.
        var messages = 100
        /// The delay of the disk, in microseconds.
        var diskDelay = 0

        var limits: OutboxMachine.Limits { .init(messages: messages, bytes: 2 * messages) }
    }

    struct Message: Equatable {
        /// Unique among the messages of a run, in the order in which the application passed them.
        let number: Int
        let channel: Int

        var bytes: Int { 1 + number % 3 }
    }

    /// A completed operation of the disk.
    enum DiskEvent {
        case stored(Ticket, Message)
        case storingFailed(Ticket)
        /// The file records that a message need not be sent any more.
        case finished(Message)
    }

    let traits: Traits
    var machine: OutboxMachine
    /// The messages of this process, by ticket.
    private(set) var messages: [Ticket: Message] = [:]
    /// The calls that send messages.
    private(set) var calls: [RequestID: Ticket] = [:]
    /// The messages in the file, oldest first; the file outlives the process.
    private(set) var file: [Message] = []
    /// How many of the next writes fail.
    var failingWrites = 0
    private var lastTicket: Ticket = 0
    private var lastNumber = 0

    init(_ traits: Traits, seed: UInt64) {
        self.traits = traits
        machine = OutboxMachine(limits: traits.limits, seed: seed)
    }

    /// Returns a message that the application passes to the outbox.
    mutating func give(to channel: Int) -> (ticket: Ticket, message: Message) {
        lastNumber += 1
        return take(Message(number: lastNumber, channel: channel))
    }

    /// The process has ended, and the next process opens the file.
    ///
    /// - Returns: The messages in the file.
    mutating func reopened(seed: UInt64) -> [(ticket: Ticket, message: Message)] {
        machine = OutboxMachine(limits: traits.limits, seed: seed)
        messages = [:]
        calls = [:]
        return file.map { take($0) }
    }

    /// Returns the message of a ticket and forgets the ticket.
    mutating func finish(_ ticket: Ticket) -> Message? { messages.removeValue(forKey: ticket) }

    mutating func sending(_ ticket: Ticket, as call: RequestID) { calls[call] = ticket }

    /// The message that a call was to send; nil if it is a call of the application itself.
    mutating func ended(_ call: RequestID) -> Ticket? { calls.removeValue(forKey: call) }

    mutating func write(_ message: Message) { file.append(message) }

    /// Empties the file.
    mutating func loseFile() { file = [] }

    mutating func erase(_ message: Message) { file.removeAll { $0 == message } }

    private mutating func take(_ message: Message) -> (ticket: Ticket, message: Message) {
        lastTicket += 1
        messages[lastTicket] = message
        return (lastTicket, message)
    }
}

extension OutboxModel.Traits: CustomStringConvertible {
    var description: String {
        "\(messages) messages, \(isStored ? "in a file that takes \(diskDelay.secondsText)" : "in memory")"
    }
}
