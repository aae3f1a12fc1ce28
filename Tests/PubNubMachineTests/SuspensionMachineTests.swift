import Testing

@testable import PubNubMachines

/// Every state × input pair (README "willSuspendWithBlock" and "shouldRunClientInBackground"; Documentation/WireProtocol.md,
/// "Suspension and identifier").
@Suite struct SuspensionMachineTests {
    typealias Action = ClientAction

    static func machines() -> [String: SuspensionMachine] {
        var asking = SuspensionMachine()
        _ = asking.suspendRequested(isRunning: true)
        var working = asking
        _ = working.answered(false)
        return ["resting": SuspensionMachine(), "asking": asking, "working": working]
    }

    static let table: [(state: String, input: String, becomes: String, does: [Action])] = [
        ("resting", "suspend", "asking", [.startTimer(.suspension, after: .seconds(10)), .ask(.runInBackground)]),
        ("resting", "suspend idle", "resting", [.suspensionSettled(isSuspended: false)]),
        ("resting", "yes", "resting", []),
        ("resting", "no", "resting", []),
        ("resting", "closed", "resting", []),
        ("resting", "closed late", "resting", []),
        ("resting", "timer", "resting", []),
        ("resting", "cancelled", "resting", []),
        ("asking", "suspend", "asking", []),
        ("asking", "suspend idle", "asking", []),
        ("asking", "yes", "resting", [.cancelTimer(.suspension), .suspensionSettled(isSuspended: false)]),
        ("asking", "no", "working", [.openWindow(1)]),
        ("asking", "closed", "asking", []),
        ("asking", "closed late", "asking", []),
        ("asking", "timer", "resting", [.forward(.suspend), .suspensionSettled(isSuspended: true)]),
        ("asking", "cancelled", "resting", [.cancelTimer(.suspension), .suspensionSettled(isSuspended: false)]),
        ("working", "suspend", "working", []),
        ("working", "suspend idle", "working", []),
        ("working", "yes", "working", []),
        ("working", "no", "working", []),
        (
            "working", "closed", "resting",
            [.cancelTimer(.suspension), .forward(.suspend), .suspensionSettled(isSuspended: true)]
        ),
        ("working", "closed late", "working", []),
        ("working", "timer", "resting", [.forward(.suspend), .suspensionSettled(isSuspended: true)]),
        ("working", "cancelled", "resting", [.cancelTimer(.suspension), .suspensionSettled(isSuspended: false)]),
    ]

    @Test(arguments: table.indices)
    func everyInputInEveryState(_ index: Int) throws {
        let row = Self.table[index]
        var machine = try #require(Self.machines()[row.state])
        let actions: [Action] =
            switch row.input {
            case "suspend": machine.suspendRequested(isRunning: true)
            case "suspend idle": machine.suspendRequested(isRunning: false)
            case "yes": machine.answered(true)
            case "no": machine.answered(false)
            case "closed": machine.windowClosed(1)
            case "closed late": machine.windowClosed(0)
            case "timer": machine.timerFired()
            case "cancelled": machine.cancelled()
            default: []
            }
        #expect(actions == row.does, "\(row.state) × \(row.input)")
        #expect(machine.state.word == row.becomes, "\(row.state) × \(row.input)")
    }

    @Test func theTableCoversEveryPair() {
        let inputs = Set(Self.table.map(\.input))
        #expect(Set(Self.table.map(\.state)) == Set(Self.machines().keys))
        #expect(Set(Self.table.map { "\($0.state) × \($0.input)" }).count == Self.machines().count * inputs.count)
    }

    /// The late end of earlier work does not end the next suspension.
    @Test func theEndOfEarlierWorkIsIgnored() {
        var machine = SuspensionMachine()
        _ = machine.suspendRequested(isRunning: true)
        _ = machine.answered(false)
        _ = machine.cancelled()
        _ = machine.suspendRequested(isRunning: true)
        #expect(machine.answered(false) == [.openWindow(2)])
        #expect(machine.windowClosed(1) == [])
        #expect(machine.windowClosed(2).contains(.forward(.suspend)))
    }
}

extension SuspensionMachine.State {
    fileprivate var word: String {
        switch self {
        case .resting: "resting"
        case .asking: "asking"
        case .working: "working"
        }
    }
}
