import PubNubMachines

/// The outbox of one client: the machine, and what belongs to the tickets in it.
struct OutboxState: Sendable {
    /// What a ticket stands for.
    struct Kept: Sendable {
        let stored: OutboxRecord.StoredMessage
        let message: PNMessage
        let completion: Completion?
        /// Whose keys it is sent with.
        let keyset: String
        /// Where it is written down; nil for nowhere.
        let file: OutboxFile?
    }

    /// A message that the client leaves behind.
    struct Abandoned: Sendable {
        let kept: Kept
        /// Whether it may reach the service all the same: it has been sent, or it stays in a file.
        let mayArrive: Bool
    }

    /// Which file is in use, and with which keys.
    struct Place: Sendable, Equatable {
        var path: String?
        var keyset: String
    }

    var machine: OutboxMachine
    /// nil until the outbox was first needed, and when it could not be made ready.
    var place: Place?
    var file: OutboxFile?
    private(set) var kept: [OutboxMachine.Ticket: Kept] = [:]
    private var lastTicket: OutboxMachine.Ticket = 0

    init(seed: UInt64) {
        machine = OutboxMachine(limits: .init(messages: 0, bytes: 0), seed: seed)
    }

    /// Takes a message in.
    mutating func submit(_ message: Kept, into actions: inout ClientActions) {
        machine.submit(
            ticket(for: message),
            line: message.stored.channel,
            bytes: message.stored.payload.count,
            isStored: message.file != nil,
            into: &actions
        )
    }

    /// Takes in a message of an earlier process.
    mutating func restore(_ message: Kept, into actions: inout ClientActions) {
        let bytes = message.stored.payload.count
        machine.restore(ticket(for: message), line: message.stored.channel, bytes: bytes, into: &actions)
    }

    /// Hands out what a ticket stood for, once.
    mutating func take(_ ticket: OutboxMachine.Ticket) -> Kept? {
        kept.removeValue(forKey: ticket)
    }

    /// The file at a place, where messages that are still in it hold it open.
    func file(at place: Place) -> OutboxFile? {
        guard let path = place.path else { return nil }
        return kept.values.first { $0.file?.path == path && $0.keyset == place.keyset }?.file
    }

    /// Gives up all messages, oldest first. The caller releases them outside of any lock.
    mutating func abandon() -> [Abandoned] {
        defer { (kept, file, place) = ([:], nil, nil) }
        return kept.sorted { $0.key < $1.key }.map { ticket, message in
            Abandoned(kept: message, mayArrive: message.file != nil || machine.wasSent(ticket))
        }
    }

    private mutating func ticket(for message: Kept) -> OutboxMachine.Ticket {
        lastTicket += 1
        kept[lastTicket] = message
        return lastTicket
    }
}
