import SoakCheck
import Testing

@Suite("make soak: the ledger detects lost, repeated and reordered messages, except in reported gaps")
struct DeliveryLedgerTests {
    /// A ledger of two channels with `count` acknowledged messages each; message n has timetoken 10 n.
    private func ledger(_ count: Int = 5) -> DeliveryLedger {
        var ledger = DeliveryLedger(channels: 2)
        for _ in 0..<count {
            for channel in 0...1 {
                let number = ledger.send(on: channel)
                ledger.acknowledged(number, on: channel, timetoken: UInt64(number * 10))
            }
        }
        return ledger
    }

    private func faults(_ arrivals: [Int], _ prepare: (inout DeliveryLedger) -> Void = { _ in }) -> [DeliveryFault] {
        var ledger = ledger()
        prepare(&ledger)
        for number in 1...5 { ledger.arrived(number, on: 1) }
        for number in arrivals { ledger.arrived(number, on: 0) }
        ledger.finish()
        return ledger.tally.faults
    }

    @Test("Accepts each message once and in order, and stores nothing afterwards")
    func exact() {
        var ledger = ledger()
        for number in 1...5 {
            ledger.arrived(number, on: 0)
            ledger.arrived(number, on: 1)
        }
        #expect(ledger.isSettled)
        ledger.finish()
        #expect(ledger.tally.faultCount == 0 && ledger.tally.arrived == 10 && ledger.tally.acknowledged == 10)
    }

    @Test("Detects a lost message in the middle and at the end", arguments: [3, 5])
    func lost(missing: Int) {
        let found = faults((1...5).filter { $0 != missing })
        #expect(found == [DeliveryFault(kind: .lost, channel: 0, number: missing)])
    }

    @Test("Detects a repeated message", arguments: [[1, 2, 2, 3, 4, 5], [1, 2, 3, 4, 5, 2]])
    func doubled(arrivals: [Int]) {
        #expect(faults(arrivals) == [DeliveryFault(kind: .twice, channel: 0, number: 2)])
    }

    @Test("Detects two reordered messages: the skipped one as lost, its arrival as out of order")
    func swapped() {
        #expect(faults([1, 3, 2, 4, 5]).map(\.kind) == [.outOfOrder, .lost])
    }

    @Test("Detects a message that was never sent", arguments: [0, 6])
    func neverSent(number: Int) {
        #expect(faults([1, 2, 3, 4, 5, number]).map(\.kind) == [.neverSent])
    }

    @Test("A message inside a reported gap may be missing; one outside of it, or at its end, may not")
    func gaps() {
        #expect(faults([1, 2, 4, 5]) { $0.gapReported(from: 20, to: 40) }.isEmpty)
        #expect(faults([1, 2, 4, 5]) { $0.gapReported(from: 30, to: 40) }.map(\.kind) == [.lost])
        #expect(faults([1, 2, 4, 5]) { $0.gapReported(from: 10, to: 30) }.map(\.kind) == [.lost])
        #expect(faults([1, 5]) { $0.gapReported(from: 20, to: 40) }.map(\.number) == [2, 4])
    }

    @Test("A gap may be reported after a later message, which is counted, but only up to a limit")
    func lateGap() {
        var late = ledger()
        for number in [1, 2, 4] { late.arrived(number, on: 0) }
        late.gapReported(from: 20, to: 40)
        #expect(late.tally.faultCount == 0 && late.tally.inGaps == 1 && late.tally.reportedLate == 1)

        var tooLate = DeliveryLedger(channels: 1, patience: 2)
        for number in 1...6 { tooLate.acknowledged(tooLate.send(on: 0), on: 0, timetoken: UInt64(number * 10)) }
        for number in [1, 3, 4, 5, 6] { tooLate.arrived(number, on: 0) }
        tooLate.gapReported(from: 10, to: 30)
        #expect(tooLate.tally.faults == [DeliveryFault(kind: .lost, channel: 0, number: 2)])
    }

    @Test("A message with an unknown result may arrive once or not at all", arguments: [[], [1], [1, 1]])
    func unknown(arrivals: [Int]) {
        var ledger = DeliveryLedger(channels: 1)
        ledger.failed(ledger.send(on: 0), on: 0)
        #expect(ledger.isSettled)
        for number in arrivals { ledger.arrived(number, on: 0) }
        ledger.finish()
        #expect(ledger.tally.unknownArrived == min(arrivals.count, 1))
        #expect(ledger.tally.faults.map(\.kind) == (arrivals.count == 2 ? [.twice] : []))
    }

    @Test("Accepts a message that arrives before its acknowledgement, and reports one that is never acknowledged")
    func earlyArrival() {
        var ledger = DeliveryLedger(channels: 1)
        let first = ledger.send(on: 0)
        _ = ledger.send(on: 0)
        ledger.arrived(first, on: 0)
        ledger.acknowledged(first, on: 0, timetoken: 10)
        #expect(!ledger.isSettled && ledger.outstanding(on: 0) == 1)
        ledger.finish()
        #expect(ledger.tally.faults == [DeliveryFault(kind: .unsettled, channel: 0, number: 2)])
    }
}
