import PubNubMachines
import Testing

@testable import PubNubSimulator

/// "What the application was told that it gets is what the client listens to": how the simulator finds out.
@Suite struct ChangeCheckTests {
    private static let targets = ["a", "b"].map { SubscriptionTarget(name: $0, isGroup: false) }

    @Test func whatWasToldIsHeldAgainstTheListAfterARefusalOfSomethingElse() throws {
        var check = ChangeCheck()
        let change = SubscriptionChange(id: 1, kind: .subscribe, entries: Self.targets.map { .init(target: $0) })
        check.submitted(change)
        try check.told(.subscribed(change))
        try check.told(.subscriptionFailed(nil, [Self.targets[0]], .refusal(channels: ["a-pnpres"], groups: [])))
        try check.told(.subscriptionFailed(nil, [Self.targets[1]], .refusal(channels: ["b"], groups: [])))
        #expect(check.subscribed == [Self.targets[0]])
        let listening = check
        #expect(throws: Violation.self) { try listening.checkTold(ClientMachine(seed: 1)) }
        try check.told(.subscriptionFailed(nil, [Self.targets[0]], .refusal(channels: [], groups: [])))
        try check.checkTold(ClientMachine(seed: 1))
    }
}
