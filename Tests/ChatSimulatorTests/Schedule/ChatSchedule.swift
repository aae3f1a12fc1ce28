import PubNub
import PubNubMachines

/// Everything that determines a run: equal schedules have equal runs.
struct ChatSchedule: Equatable, Sendable, CustomStringConvertible {
    var traits: ChatTraits
    /// The channels that both stores subscribe.
    var channels = Names.channels
    var steps: [ChatStep] = []

    var description: String {
        "channels: \(channels.joined(separator: ", "))\n"
            + steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }

    func removing(_ range: Range<Int>) -> Self {
        var shorter = self
        shorter.steps.removeSubrange(range)
        return shorter
    }
}

/// Creates the schedule of a seed.
struct ChatScheduleMaker {
    private var random: SplitMix64
    private let traits: ChatTraits
    /// The number of channels; fewer take less time.
    private var channels = 1
    /// The probability of a fault, in per cent.
    private var trouble = 0

    init(seed: UInt64, traits: ChatTraits = .checked) {
        // Neighbouring seeds must not give sequences that are shifts of each other.
        var mixer = SplitMix64(state: seed)
        random = SplitMix64(state: mixer.next())
        self.traits = traits
    }

    mutating func make() -> ChatSchedule {
        trouble = [0, 20, 60][below(3)]
        channels = below(3) == 0 ? 2 : 1
        var schedule = ChatSchedule(traits: traits, channels: Array(Names.channels.prefix(channels)))
        for _ in 0..<(5 + below(10)) {
            let step = step()
            schedule.steps.append(step)
            // Faults are frequent in the work that follows immediately.
            if let number = step.storeWithMissingData, below(10) < 6 {
                schedule.steps.append(.store(number, .work(workTrouble())))
            }
            if case .store(let number, .kill) = step, below(10) < 7 {
                schedule.steps.append(.store(number, .connect(isCaughtUp: false)))
            }
            // Messages rarely wait long.
            if case .store(let number, .write) = step, below(10) < 6 {
                schedule.steps.append(.store(number, .send(0, sendOutcome())))
                if traits.contains(.killedPrograms), below(3) == 0 { schedule.steps.append(.store(number, .kill)) }
            }
        }
        return schedule
    }

    private mutating func step() -> ChatStep {
        below(100) < 52 ? .service(change()) : .store(below(2), storeStep())
    }

    private mutating func change() -> ServiceChange {
        switch below(100) {
        case ..<32: return publish()
        case ..<34: return .publishJunk(channel: channel())
        case ..<52:
            let toLatest = traits.contains(.reactionsToRepublications) && below(2) == 0
            return .react(message: message(), toLatest: toLatest, user: below(3), value: below(5))
        case ..<59: return .unreact(below(8))
        case ..<63: return traits.contains(.deletedMessages) ? .delete(message: message()) : publish()
        case ..<68: return .setUser(below(3), name: below(9))
        case ..<72: return .setChannel(channel(), name: below(9))
        case ..<75: return removedMetadata()
        case ..<82: return .setMember(channel: channel(), user: below(Names.users), status: below(9))
        case ..<86: return .removeMember(channel: channel(), user: below(Names.users))
        case ..<92: return .join(channel: channel(), user: below(Names.visitors))
        case ..<96: return .leave(channel: channel(), user: below(Names.visitors))
        case ..<98: return .state(channel: channel(), user: below(Names.visitors), value: 1 + below(3))
        default: return .outdatePresence(channel: channel())
        }
    }

    private mutating func removedMetadata() -> ServiceChange {
        guard traits.contains(.removedMetadata) else { return .setUser(below(3), name: below(9)) }
        return below(2) == 0 ? .removeUser(below(3)) : .removeChannel(channel())
    }

    private mutating func publish() -> ServiceChange {
        let number = message()
        var form = below(4) == 0 ? PayloadForm.unknownFields : .plain
        if traits.contains(.mismatchingFields), below(8) == 0 { form = PayloadForm.mismatching[below(3)] }
        let author = traits.contains(.otherAuthors) ? below(3) : number % 3
        return .publish(message: number, author: author, form: form)
    }

    private mutating func storeStep() -> StoreStep {
        switch below(124) {
        case ..<32: return .deliver(1 + below(6))
        case ..<58: return .work(workTrouble())
        case ..<66: return .lose(1 + below(3))
        case ..<75: return .disconnect
        case ..<87: return .connect(isCaughtUp: below(2) == 0)
        case ..<89: return .unsubscribe(channel: channel())
        case ..<92: return .subscribe(channel: channel())
        case ..<94: return .sync(channel: channel())
        case ..<96: return forced()
        case ..<101: return traits.contains(.unsentMessages) ? .write(message: message()) : .deliver(2)
        case ..<104: return .send(below(3), sendOutcome())
        case ..<105: return .retry
        case ..<106: return .discard(below(3))
        case ..<111: return traits.contains(.readMarkers) ? .mark(channel: channel()) : .deliver(1)
        case ..<116: return traits.contains(.killedPrograms) ? .kill : .disconnect
        case ..<119: return traits.contains(.drafts) ? .draft(channel: channel(), text: below(4)) : .deliver(1)
        default: return traits.contains(.retention) ? removal() : .deliver(2)
        }
    }

    private mutating func removal() -> StoreStep {
        switch below(5) {
        case ..<2: .retain(below(4))
        case ..<4: .expire(1 + below(12))
        default: .fetchOlder(channel: channel())
        }
    }

    private mutating func sendOutcome() -> SendOutcome {
        let outcome = SendOutcome.allCases[below(SendOutcome.allCases.count)]
        return outcome == .killed && !traits.contains(.killedPrograms) ? .lost : outcome
    }

    private mutating func forced() -> StoreStep {
        guard traits.contains(.forcedMembers) else { return .deliver(3) }
        return .force(channel: channel(), user: Names.users - 1 - below(2))
    }

    private mutating func workTrouble() -> Trouble {
        var trouble = Trouble()
        if below(100) < self.trouble { trouble.refused = below(6) }
        if below(3) == 0 {
            trouble.interrupted = below(6)
            trouble.meanwhile = (0...below(2)).map { _ in change() }
        }
        if traits.contains(.killedPrograms), below(12) == 0 { trouble.killed = below(6) }
        return trouble
    }

    private mutating func channel() -> Int { below(channels) }
    /// Even numbers belong to the first channel.
    private mutating func message() -> Int { channels == 1 ? 2 * below(4) : below(4) }
    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
}

extension ChatStep {
    /// The store that has data to fetch after this step.
    fileprivate var storeWithMissingData: Int? {
        guard case .store(let number, let step) = self else { return nil }
        return switch step {
        case .connect, .lose, .subscribe: number
        default: nil
        }
    }
}
