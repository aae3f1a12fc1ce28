/// Compares published and received messages one by one.
///
/// Messages of a channel are numbered from 1 in the order in which they are sent. Every acknowledged message has to arrive
/// once and in that order, or lie in a reported gap. A message with an unknown result may arrive once or not at all. A client
/// may report a gap late, but not without a limit: a missing message counts as lost when `patience` messages have arrived
/// since. A message is stored only until its result is known, so that the ledger itself does not grow.
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
        /// Ranges of skipped numbers, in order.
        var skipped: [ClosedRange<Int>] = []
    }

    private struct Gap: Sendable {
        let start: UInt64
        let end: UInt64

        /// Whether the gap covers a timetoken. Messages at both ends were received, so they are outside of the gap.
        func covers(_ timetoken: UInt64) -> Bool { start < timetoken && timetoken < end }
    }

    /// An acknowledged message that was skipped.
    private struct Suspect: Sendable {
        let number: Int
        let channel: Int
        let timetoken: UInt64
        /// The number of messages that had arrived by then.
        let since: Int
    }

    /// The counts so far.
    public private(set) var tally = DeliveryTally()
    private var channels: [Channel]
    private var gaps: [Gap] = []
    private var suspects: [Suspect] = []
    private let patience: Int

    /// Creates a ledger of channels, which are named by their index.
    ///
    /// - Parameters:
    ///   - channels: The number of channels.
    ///   - patience: The number of messages that may arrive before a gap is reported.
    public init(channels: Int, patience: Int = 5000) {
        self.patience = patience
        self.channels = Array(repeating: Channel(), count: channels)
    }

    /// Records that a message is about to be published.
    ///
    /// - Returns: The number of the message.
    public mutating func send(on channel: Int) -> Int {
        channels[channel].lastSent += 1
        channels[channel].entries[channels[channel].lastSent] = Entry()
        tally.sent += 1
        return channels[channel].lastSent
    }

    /// The number of messages of a channel that were sent after the last one that arrived.
    public func outstanding(on channel: Int) -> Int {
        channels[channel].lastSent - channels[channel].lastArrived
    }

    /// Whether every acknowledged message has arrived or been skipped, and none is still being sent.
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

    /// Publishing ended with an error: the service may or may not have accepted the message.
    public mutating func failed(_ number: Int, on channel: Int) {
        tally.unknown += 1
        channels[channel].entries[number]?.acceptance = .unknown
        settle(number, channel)
    }

    /// The client reported that messages between two timetokens may be missing.
    public mutating func gapReported(from start: UInt64, to end: UInt64) {
        tally.gaps += 1
        let gap = Gap(start: start, end: end)
        gaps.append(gap)
        let open = suspects.filter { !gap.covers($0.timetoken) }
        tally.inGaps += suspects.count - open.count
        tally.reportedLate += suspects.count - open.count
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

    /// Ends the run: acknowledged messages that are missing are lost, unless a gap covers them.
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

    /// Forgets a message when its result is known on both sides.
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

    /// Counts suspects as lost that were skipped before this number of messages had arrived.
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
