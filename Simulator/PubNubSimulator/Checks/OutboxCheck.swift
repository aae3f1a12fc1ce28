@testable import PubNubMachines
@testable import PubNubWire

/// Checks the messages of an outbox: each accepted message ends once and reaches the service in its order, even if the
/// process ends, and a receiver that knows the marks gets each message once.
struct OutboxCheck {
    private typealias Message = OutboxModel.Message

    private struct Submission {
        let message: OutboxModel.Message
        /// nil if the bound does not count: messages that were stored before are always accepted.
        let hadRoom: Bool?
    }

    private let traits: OutboxModel.Traits
    /// The messages that were passed to this process and have not ended.
    private var open: [Int: Submission] = [:]
    /// The messages that were promised to be sent and have not ended.
    private var promised: Set<Int> = []
    /// The messages that ended without being sent.
    private var abandoned: Set<Int> = []
    private var arrived: Set<Int> = []
    /// The newest message of each channel that the service has received.
    private var newest: [Int: Int] = [:]
    private var receiver = DuplicateFilter()
    private var received: Set<Int> = []
    /// The first violation among the messages that reached the service.
    private var wrong: Violation?
    private(set) var copies = 0

    init(_ traits: OutboxModel.Traits) {
        self.traits = traits
    }

    var sent: Int { arrived.count }

    private var bytes: Int { open.values.reduce(0) { $0 + $1.message.bytes } }

    mutating func submitted(_ message: OutboxModel.Message) {
        let limits = traits.limits
        let hasCapacity = open.count < limits.messages && bytes + message.bytes <= limits.bytes
        open[message.number] = Submission(message: message, hadRoom: hasCapacity)
    }

    /// The outbox has stored the message or holds it in memory.
    mutating func taken(_ message: OutboxModel.Message, isPromised: Bool) throws(Violation) {
        guard let submission = open[message.number] else {
            throw Violation(.outbox, "message \(message.number), which has ended, is still stored")
        }
        guard submission.hadRoom != false else {
            throw Violation(.room, "message \(message.number) is accepted although there is no room")
        }
        if isPromised { promised.insert(message.number) }
    }

    mutating func ended(_ message: OutboxModel.Message, _ ending: OutboxMachine.Ending) throws(Violation) {
        let number = message.number
        guard let submission = open.removeValue(forKey: number) else {
            throw Violation(.outbox, "message \(number) of the outbox ends twice")
        }
        promised.remove(number)
        switch ending {
        case .sent:
            guard !arrived.contains(number) else { return }
            throw Violation(.outbox, "message \(number) is reported as sent, but never arrived")
        case .refused, .cleared: abandoned.insert(number)
        case .full:
            guard submission.hadRoom != false else { return }
            throw Violation(.room, "message \(number) is refused although there is room")
        case .notStored: break
        }
    }

    /// Throws if the messages of this check differ from those of the machine.
    func check(_ machine: OutboxMachine) throws(Violation) {
        if let wrong { throw wrong }
        guard machine.count == open.count, machine.bytes == bytes else {
            throw Violation(.outbox, "\(open.count) messages have not ended, but the outbox has \(machine.count)")
        }
    }

    /// The service received a message, or a copy of it.
    mutating func arrived(_ message: OutboxModel.Message, as envelope: Envelope, at cursor: Cursor) {
        let number = message.number
        if arrived.insert(number).inserted {
            let before = newest[message.channel] ?? 0
            // A message that was discarded is sent again after a restart if the process could not record that it was discarded.
            if before > number, !abandoned.contains(number) {
                wrong = wrong ?? Violation(.outboxOrder, "message \(number) of the outbox arrives after \(before)")
            }
            newest[message.channel] = max(before, number)
        } else {
            copies += 1
        }
        guard envelope.timetoken != nil else { return }
        let fresh = receiver.fresh(in: SubscribePage(cursor: cursor, envelopes: [envelope])).envelopes
        if !fresh.isEmpty, !received.insert(number).inserted {
            wrong = wrong ?? Violation(.duplicates, "message \(number) of the outbox reaches a receiver twice")
        }
    }

    /// The process ended, and the next process found these messages in the file.
    mutating func reopened(with found: [OutboxModel.Message]) throws(Violation) {
        open = [:]
        for message in found { open[message.number] = Submission(message: message, hadRoom: nil) }
        guard traits.isStored else {
            promised = []
            return
        }
        if let lost = promised.sorted().first(where: { open[$0] == nil }) {
            throw Violation(.outbox, "message \(lost) was stored, but is missing in the file that is opened again")
        }
    }

    /// Throws if another channel than these still has a message to send.
    func checkEmpty(except channels: Set<Int>) throws(Violation) {
        if let left = open.values.first(where: { !channels.contains($0.message.channel) }) {
            let number = left.message.number
            let channel = World.channels[left.message.channel]
            throw Violation(.stuck, "message \(number) of the outbox is not sent to \(channel)")
        }
        if channels.isEmpty, let number = promised.first {
            throw Violation(.outbox, "message \(number) of the outbox never ends")
        }
    }
}
