/// What was published and what arrived, checked message by message.
///
/// Messages of a channel are numbered from 1 in the order in which they are sent. Every one that was acknowledged has to
/// arrive once and in that order, or to lie in a gap that is told. One whose fate is unknown to its sender may arrive once
/// or not at all. A client may have to read on before it knows of a gap, but not for ever: what is missing counts as lost
/// when `patience` messages came in since. A message is kept only until its fate is known, so that the ledger itself does
/// not grow.
public struct DeliveryLedger: Sendable {
    private enum Acceptance: Sendable {
        case open
        case accepted(timetoken: UInt64)
        case unknown
    }

    private struct Entry: Sendable {
        var acceptance = Acceptance.open
        var hasArrived = false
        var isSkipped = false
    }

    private struct Channel: Sendable {
        var lastSent = 0
        var lastArrived = 0
        var entries: [Int: Entry] = [:]
        /// Runs of numbers that were passed over, in order.
        var skipped: [ClosedRange<Int>] = []
    }

    private struct Gap: Sendable {
        let start: UInt64
        let end: UInt64

        /// Both ends were received.
        func covers(_ timetoken: UInt64) -> Bool { start < timetoken && timetoken < end }
    }

    /// A message that was acknowledged and passed over.
    private struct Suspect: Sendable {
        let number: Int
        let channel: Int
        let timetoken: UInt64
        /// How many messages had arrived by then.
        let since: Int
    }

    /// What happened so far.
    public private(set) var tally = DeliveryTally()
    private var channels: [Channel]
    private var gaps: [Gap] = []
    private var suspects: [Suspect] = []
    private let patience: Int

    /// A ledger of channels that are named by their index.
    ///
    /// - Parameters:
    ///   - channels: How many.
    ///   - patience: How many messages may arrive before a gap is told.
    public init(channels: Int, patience: Int = 5000) {
        self.patience = patience
        self.channels = Array(repeating: Channel(), count: channels)
    }

    /// A message is about to be published.
    ///
    /// - Returns: Its number.
    public mutating func send(on channel: Int) -> Int {
        channels[channel].lastSent += 1
        channels[channel].entries[channels[channel].lastSent] = Entry()
        tally.sent += 1
        return channels[channel].lastSent
    }

    /// How many numbers of a channel were sent behind the last one that arrived.
    public func outstanding(on channel: Int) -> Int {
        channels[channel].lastSent - channels[channel].lastArrived
    }

    /// Whether every message that was acknowledged has arrived or been passed over, and none is still being sent.
    public var isSettled: Bool {
        channels.allSatisfy { channel in
            channel.entries.values.allSatisfy { if case .unknown = $0.acceptance { true } else { false } }
        }
    }

    /// The service acknowledged a message.
    public mutating func acknowledged(_ number: Int, on channel: Int, timetoken: UInt64) {
        tally.acknowledged += 1
        channels[channel].entries[number]?.acceptance = .accepted(timetoken: timetoken)
        settle(number, channel)
    }

    /// Publishing ended with an error: nobody knows whether the message was accepted.
    public mutating func failed(_ number: Int, on channel: Int) {
        tally.unknown += 1
        channels[channel].entries[number]?.acceptance = .unknown
        settle(number, channel)
    }

    /// The client told that messages between two time tokens may be missing.
    public mutating func gapTold(from start: UInt64, to end: UInt64) {
        tally.gaps += 1
        let gap = Gap(start: start, end: end)
        gaps.append(gap)
        let open = suspects.filter { !gap.covers($0.timetoken) }
        tally.inGaps += suspects.count - open.count
        tally.toldLate += suspects.count - open.count
        suspects = open
    }

    /// A message arrived.
    public mutating func arrived(_ number: Int, on channel: Int) {
        guard channels.indices.contains(channel), number > 0, number <= channels[channel].lastSent else {
            return report(.neverSent, number, channel)
        }
        let last = channels[channel].lastArrived
        guard number > last else {
            let wasSkipped = channels[channel].skipped.contains { $0.contains(number) }
            return report(wasSkipped ? .outOfOrder : .twice, number, channel)
        }
        tally.arrived += 1
        giveUp(before: tally.arrived - patience)
        channels[channel].lastArrived = number
        channels[channel].entries[number]?.hasArrived = true
        settle(number, channel)
        if number > last + 1 { skip((last + 1)...(number - 1), channel) }
    }

    /// Nothing more comes: what was acknowledged and is still missing is lost, unless a gap covers it.
    public mutating func finish() {
        for channel in channels.indices {
            let missing = channels[channel].lastArrived + 1
            if missing <= channels[channel].lastSent { skip(missing...channels[channel].lastSent, channel) }
            for number in channels[channel].entries.keys.sorted() { report(.unsettled, number, channel) }
            channels[channel].entries = [:]
        }
        giveUp(before: .max)
    }

    private mutating func skip(_ numbers: ClosedRange<Int>, _ channel: Int) {
        channels[channel].skipped.append(numbers)
        for number in numbers {
            channels[channel].entries[number]?.isSkipped = true
            settle(number, channel)
        }
    }

    /// Lets go of a message when both its ends are known.
    private mutating func settle(_ number: Int, _ channel: Int) {
        guard let entry = channels[channel].entries[number], entry.hasArrived || entry.isSkipped else { return }
        switch entry.acceptance {
        case .open: return
        case .unknown: if entry.hasArrived { tally.unknownArrived += 1 }
        case .accepted(let timetoken): if entry.isSkipped { missed(number, channel, at: timetoken) }
        }
        channels[channel].entries[number] = nil
    }

    private mutating func missed(_ number: Int, _ channel: Int, at timetoken: UInt64) {
        if gaps.contains(where: { $0.covers(timetoken) }) {
            tally.inGaps += 1
        } else {
            suspects.append(Suspect(number: number, channel: channel, timetoken: timetoken, since: tally.arrived))
        }
    }

    /// Counts suspects as lost that were passed over when fewer messages than that had arrived.
    private mutating func giveUp(before arrived: Int) {
        guard let first = suspects.first, first.since < arrived else { return }
        let lost = suspects.prefix { $0.since < arrived }
        suspects.removeFirst(lost.count)
        for suspect in lost { report(.lost, suspect.number, suspect.channel) }
    }

    private mutating func report(_ kind: DeliveryFault.Kind, _ number: Int, _ channel: Int) {
        tally.faultCount += 1
        if tally.faults.count < DeliveryTally.shownFaults {
            tally.faults.append(DeliveryFault(kind: kind, channel: channel, number: number))
        }
    }
}
