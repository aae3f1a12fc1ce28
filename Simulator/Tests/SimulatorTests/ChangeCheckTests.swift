import Testing

@testable import PubNubMachines
@testable import PubNubSimulator

/// The simulator detects a difference between the reported and the actual subscription.
@Suite struct ChangeCheckTests {
    private static let targets = ["a", "b"].map { SubscriptionTarget(name: $0, isGroup: false) }

    @Test func comparesReportsWithTheListAfterAnotherRefusal() throws {
        var check = ChangeCheck()
        let change = SubscriptionChange(id: 1, kind: .subscribe, entries: Self.targets.map { .init(target: $0) })
        check.submitted(change)
        try check.reported(.subscribed(change))
        try check.reported(.subscriptionFailed(nil, [Self.targets[0]], .refusal(channels: ["a-pnpres"], groups: [])))
        try check.reported(.subscriptionFailed(nil, [Self.targets[1]], .refusal(channels: ["b"], groups: [])))
        #expect(check.subscribed == [Self.targets[0]])
        let listening = check
        #expect(throws: Violation.self) { try listening.checkReported(ClientMachine(seed: 1)) }
        try check.reported(.subscriptionFailed(nil, [Self.targets[0]], .refusal(channels: [], groups: [])))
        try check.checkReported(ClientMachine(seed: 1))
    }
}
