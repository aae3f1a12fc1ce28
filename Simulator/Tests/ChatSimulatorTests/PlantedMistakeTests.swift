import Testing

@testable import PubNubChat
@testable import simulate_chat

/// Every invariant detects a store that violates it, so a run without findings is meaningful.
@Suite("The simulator of chat data")
struct PlantedMistakeTests {
    @Test("Finds each planted mistake within a few hundred seeds", arguments: PlantedMistake.planted)
    func planted(_ planted: PlantedMistake) async throws {
        let campaign = try ChatCampaign(focus: planted.focus, mistake: planted.mistake)
        let violation = try #require(await campaign.firstViolation(of: 1...400), "no seed shows it")
        #expect(planted.invariants.contains(violation.invariant), "\(violation)")
        #expect(violation.text.contains("store 0"))
    }

    @Test("Finds nothing in correct stores")
    func sound() async throws {
        let finding = try await ChatCampaign().first(of: 1...60)
        #expect(finding == nil, "\(finding?.violation.description ?? "")\n\(finding?.schedule.description ?? "")")
    }

    @Test("Shortens a failing schedule, which still fails in the same way")
    func shrunk() async throws {
        let planted = PlantedMistake.all[0]
        let campaign = try ChatCampaign(focus: planted.focus, mistake: planted.mistake)
        let finding = try #require(await campaign.first(of: 1...400))
        #expect(
            finding.schedule.steps.count <= 5,
            "it takes two publications, a reaction and a delivery: \(finding.schedule)"
        )
        let again = await ChatCampaign.replay(finding.schedule, mistake: planted.mistake)
        #expect(again == finding.violation)
    }

    @Test("A seed always has the same schedule, and different seeds have different ones")
    func schedules() {
        let first = (1...50).map { ChatCampaign.schedule(seed: $0, traits: .everything) }
        let second = (1...50).map { ChatCampaign.schedule(seed: $0, traits: .everything) }
        #expect(first == second)
        #expect(Set(first.map(\.description)).count == 50)
    }

    @Test("Plants a mistake for every invariant that test code can break")
    func invariants() {
        let shown = PlantedMistake.planted.reduce(into: Set<ChatInvariant>()) {
            $0.formUnion($1.invariants)
        }
        #expect(shown == Set(ChatInvariant.allCases))
    }
}
