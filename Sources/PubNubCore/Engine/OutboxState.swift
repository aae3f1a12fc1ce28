import PubNubMachines
import PubNubWire

/// The outbox of one client: the machine, and the messages of its tickets.
struct OutboxState: Sendable {
    /// The message of a ticket.
    struct OutgoingMessage: Sendable {
        let stored: OutboxRecord.StoredMessage
        /// Called once with its end, before the delegate; `nil` for a message that nothing waits for.
        var ended: (@Sendable (Result<Timetoken, Failure>) -> Void)?
        /// The keyset with which it is sent.
        let keyset: String
        /// The file that stores it; `nil` for none.
        let file: OutboxFile?
    }

    /// A message that is discarded with the client.
    struct Abandoned: Sendable {
        let ticket: OutboxMachine.Ticket
        let entry: OutgoingMessage
        /// Whether it may still reach the service: it has been sent, or it stays in a file.
        let mayArrive: Bool
    }

    /// The file in use, and the keyset of its messages.
    struct Location: Sendable, Equatable {
        var path: String?
        var keyset: String
    }

    var machine: OutboxMachine
    /// `nil` until the outbox is first needed, and if it could not be opened.
    var location: Location?
    var file: OutboxFile?
    private(set) var entries: [OutboxMachine.Ticket: OutgoingMessage] = [:]
    private var lastTicket: OutboxMachine.Ticket = 0

    init(seed: UInt64) {
        machine = OutboxMachine(limits: .init(messages: 0, bytes: 0), seed: seed)
    }

    /// Adds a message.
    ///
    /// - Returns: Its ticket.
    @discardableResult
    mutating func submit(_ message: OutgoingMessage, into actions: inout ClientActions) -> OutboxMachine.Ticket {
        let ticket = ticket(for: message)
        machine.submit(
            ticket,
            line: message.stored.channel,
            bytes: message.stored.payload.count,
            isStored: message.file != nil,
            into: &actions
        )
        return ticket
    }

    /// Adds a message of an earlier process.
    mutating func restore(_ message: OutgoingMessage, into actions: inout ClientActions) {
        let bytes = message.stored.payload.count
        machine.restore(ticket(for: message), line: message.stored.channel, bytes: bytes, into: &actions)
    }

    /// Removes and returns the message of a ticket.
    mutating func take(_ ticket: OutboxMachine.Ticket) -> OutgoingMessage? {
        entries.removeValue(forKey: ticket)
    }

    /// The open files: that of the present configuration, and those of the messages of earlier ones.
    var files: [OutboxFile] {
        var found: [ObjectIdentifier: OutboxFile] = [:]
        for file in entries.values.map(\.file) + [file] {
            if let file { found[ObjectIdentifier(file)] = file }
        }
        return Array(found.values)
    }

    /// The open file at a place, if messages still refer to it.
    func file(at location: Location) -> OutboxFile? {
        guard let path = location.path else { return nil }
        return entries.values.first { $0.file?.path == path && $0.keyset == location.keyset }?.file
    }

    /// Discards all messages, oldest first. The caller releases them outside of any lock.
    mutating func abandon() -> [Abandoned] {
        defer {
            entries = [:]
            file = nil
            location = nil
        }
        return entries.sorted { $0.key < $1.key }.map { ticket, message in
            Abandoned(ticket: ticket, entry: message, mayArrive: message.file != nil || machine.wasSent(ticket))
        }
    }

    private mutating func ticket(for message: OutgoingMessage) -> OutboxMachine.Ticket {
        lastTicket += 1
        entries[lastTicket] = message
        return lastTicket
    }
}
