/// Checks subscriptions that overlap the one that the ledger counts: each receives what that one receives from its own start on,
/// once and in order, and nothing older.
@MainActor
final class OverlapCheck {
    /// One iteration of an overlapping subscription.
    @MainActor
    final class Iteration {
        /// The last number of each channel that had arrived when it began.
        private let floors: [Int]
        private var last: [Int]
        private let check: OverlapCheck
        private(set) var count = 0

        fileprivate init(_ check: OverlapCheck) {
            self.check = check
            floors = check.arrived.map { max(0, $0.count - 1) }
            last = Array(repeating: 0, count: floors.count)
        }

        func arrived(_ number: Int, on channel: Int) {
            count += 1
            check.count += 1
            if number <= floors[channel] {
                check.fail("message \(number) of channel \(channel) is older than the subscription")
            }
            if number <= last[channel] {
                check.fail("message \(number) of channel \(channel) came after \(last[channel])")
            }
            if last[channel] > 0, number > last[channel] + 1 {
                check.skipped.append(Skipped(channel: channel, numbers: (last[channel] + 1)...(number - 1)))
            }
            last[channel] = number
        }
    }

    private struct Skipped {
        let channel: Int
        let numbers: ClosedRange<Int>
    }

    /// Whether each message has arrived, by channel and number.
    private var arrived: [[Bool]]
    private var skipped: [Skipped] = []
    private(set) var iterations = 0
    private(set) var count = 0
    private(set) var firstFailure: String?

    init(channels: Int) {
        arrived = Array(repeating: [], count: channels)
    }

    /// A message arrived at the subscription of the ledger.
    func arrived(_ number: Int, on channel: Int) {
        while arrived[channel].count <= number { arrived[channel].append(false) }
        arrived[channel][number] = true
    }

    func begin() -> Iteration {
        iterations += 1
        return Iteration(self)
    }

    /// Ends the run: no message may have been skipped that the ledger's subscription received.
    func finish() {
        for skip in skipped {
            for number in skip.numbers where number < arrived[skip.channel].count && arrived[skip.channel][number] {
                fail("message \(number) of channel \(skip.channel) did not arrive at an overlapping subscription")
            }
        }
    }

    private func fail(_ text: String) { firstFailure = firstFailure ?? text }
}
