/// A failing seed, and the shortest schedule found that fails in the same way.
struct ChatFinding: Sendable {
    let seed: UInt64
    let violation: ChatViolation
    let schedule: ChatSchedule
}

/// Many seeds, one after another.
final class ChatCampaign: Sendable {
    private let simulation: ChatSimulation
    private let traits: ChatTraits
    private let focus: ChatFocus?

    init(traits: ChatTraits = .checked, focus: ChatFocus? = nil, mistake: ChatMistake = ChatMistake()) throws {
        simulation = try ChatSimulation(mistake: mistake)
        self.traits = traits
        self.focus = focus
    }

    static func schedule(seed: UInt64, traits: ChatTraits, focus: ChatFocus? = nil) -> ChatSchedule {
        var maker = ChatScheduleMaker(seed: seed, traits: traits, focus: focus)
        return maker.make()
    }

    /// Runs a schedule again.
    static func replay(_ schedule: ChatSchedule, mistake: ChatMistake) async -> ChatViolation? {
        do {
            return try await ChatSimulation(mistake: mistake).run(schedule)
        } catch {
            return ChatViolation(invariant: .rows, text: "\(error)")
        }
    }

    /// Runs one seed.
    ///
    /// - Returns: The finding; nil if every invariant held.
    func run(seed: UInt64) async -> ChatFinding? {
        let schedule = Self.schedule(seed: seed, traits: traits, focus: focus)
        guard let violation = await simulation.run(schedule) else { return nil }
        let short = await shrink(schedule, violation.invariant)
        return ChatFinding(seed: seed, violation: await simulation.run(short) ?? violation, schedule: short)
    }

    /// The violation of the first failing seed, whose schedule is not shortened.
    func firstViolation(of seeds: ClosedRange<UInt64>) async -> ChatViolation? {
        for seed in seeds {
            let schedule = Self.schedule(seed: seed, traits: traits, focus: focus)
            if let violation = await simulation.run(schedule) { return violation }
        }
        return nil
    }

    /// The first failing seed.
    func first(of seeds: ClosedRange<UInt64>) async -> ChatFinding? {
        for seed in seeds {
            if let finding = await run(seed: seed) { return finding }
        }
        return nil
    }

    private func shrink(_ schedule: ChatSchedule, _ invariant: ChatInvariant) async -> ChatSchedule {
        var best = schedule
        var size = max(1, schedule.steps.count / 2)
        while size >= 1 {
            var end = best.steps.count
            var before = best.steps.count
            while end > 0 {
                let start = max(0, end - size)
                let candidate = best.removing(start..<end)
                if await simulation.run(candidate)?.invariant == invariant { best = candidate }
                end = min(start, best.steps.count)
            }
            if best.steps.count == before { size /= 2 }
            before = best.steps.count
        }
        return best
    }
}
