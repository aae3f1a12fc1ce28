import PubNub

@testable import PubNubMachines

/// Everything that determines a run: equal schedules have equal runs.
struct ChatSchedule: Equatable, Sendable, CustomStringConvertible {
    var traits: ChatTraits
    /// The channels that both stores subscribe.
    var channels = Names.channels
    /// Whether both stores are of the first user.
    var isOneUser = false
    var steps: [ChatStep] = []

    var description: String {
        "channels: \(channels.joined(separator: ", "))\(isOneUser ? ", two devices of u0" : "")\n"
            + steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }

    /// The number of the user of a store.
    func user(of number: Int) -> Int { isOneUser ? 0 : number }

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
    /// The steps that are more frequent in this schedule.
    private var focus: ChatFocus?

    /// - Parameters:
    ///   - seed: The seed.
    ///   - traits: The types of the steps.
    ///   - focus: The steps that are more frequent; nil, the default, if the seed chooses them.
    init(seed: UInt64, traits: ChatTraits = .checked, focus: ChatFocus? = nil) {
        // Neighbouring seeds must not give sequences that are shifts of each other.
        var mixer = SplitMix64(state: seed)
        random = SplitMix64(state: mixer.next())
        self.traits = traits
        self.focus = focus
    }

    mutating func make() -> ChatSchedule {
        trouble = [0, 20, 60][below(3)]
        channels = below(3) == 0 ? 2 : 1
        // Changes through the outbox have more combinations than others.
        let focuses = ChatFocus.allCases + [.memberships, .memberships, .outbox]
        if focus == nil, below(8) > 0 { focus = focuses[below(focuses.count)] }
        var schedule = ChatSchedule(traits: traits, channels: Array(Names.channels.prefix(channels)))
        schedule.isOneUser = traits.contains(.devices) && below(3) == 0
        if focus == .memberships || focus == .outbox {
            // Most of these steps change something only if both stores have messages.
            for _ in 0...below(3) { schedule.steps.append(.service(publish())) }
            for number in 0..<2 { schedule.steps.append(.store(number, .deliver(4))) }
        }
        for _ in 0..<(5 + below(10)) {
            let step = step()
            schedule.steps.append(step)
            schedule.steps += following(step)
            // Faults are frequent in the work that follows immediately.
            if let number = step.storeWithMissingData, below(10) < 6 {
                schedule.steps.append(.store(number, .work(workTrouble())))
            }
            if case .store(let number, .kill) = step, below(10) < 7 {
                schedule.steps.append(.store(number, .connect(isCaughtUp: false)))
            }
            // Messages rarely wait long.
            if case .store(let number, .write) = step, below(10) < 6 {
                schedule.steps.append(.store(number, send(0)))
                if traits.contains(.killedPrograms), below(3) == 0 { schedule.steps.append(.store(number, .kill)) }
            }
        }
        return schedule
    }

    /// What often follows a step: another change of the same message or membership, before or after the first one is sent.
    private mutating func following(_ step: ChatStep) -> [ChatStep] {
        guard case .store(let number, let step) = step else { return [] }
        var next: [StoreStep] = []
        switch step {
        case .request(_, let channel):
            for _ in 0..<below(3) {
                if below(3) == 0 { next.append(send(0)) }
                next.append(.request(request(), channel: channel))
            }
        case .ask(.delete, let pick), .ask(.erase, let pick):
            for _ in 0..<below(4) {
                if below(2) == 0 { next.append(send(0)) }
                next.append(.ask(deletion(), pick))
            }
        default: return []
        }
        if below(3) == 0 { next.append(send(0)) }
        return next.map { .store(number, $0) }
    }

    private mutating func step() -> ChatStep {
        guard let focus, below(2) == 0 else {
            return below(100) < 52 ? .service(change()) : .store(below(2), storeStep())
        }
        // Most steps have an effect only on messages that are stored.
        return switch below(4) {
        case 0: .service(publish())
        case 1: .store(below(2), .deliver(1 + below(6)))
        default: step(of: focus)
        }
    }

    private mutating func step(of focus: ChatFocus) -> ChatStep {
        switch focus {
        case .absences: .store(below(2), absence())
        case .reactions: .service(reaction())
        case .metadata: .service(metadata())
        case .members: below(4) == 0 ? .store(below(2), forced()) : .service(membership())
        case .presence: .service(presence())
        case .queue: .store(below(2), queueStep())
        case .outbox: .store(below(2), outboxStep())
        case .memberships: below(4) == 0 ? .service(membership()) : .store(below(2), requestStep())
        case .directs: .service(below(3) > 0 ? type() : metadata())
        case .ownData: .store(below(2), ownDataStep())
        case .retention: .store(below(2), retentionStep())
        }
    }

    private mutating func change() -> ServiceChange {
        switch below(100) {
        case ..<32: publish()
        case ..<34: .publishJunk(channel: channel())
        case ..<59: reaction()
        case ..<63: traits.contains(.deletedMessages) ? .delete(message: message()) : publish()
        case ..<75: metadata()
        case ..<86: membership()
        default: presence()
        }
    }

    private mutating func reaction() -> ServiceChange {
        guard below(25) < 18 else { return .unreact(below(8)) }
        let toLatest = traits.contains(.reactionsToRepublications) && below(2) == 0
        let values = traits.contains(.sealedEdits) ? 6 : 5
        return .react(message: message(), toLatest: toLatest, user: below(3), value: below(values))
    }

    private mutating func metadata() -> ServiceChange {
        switch below(13) {
        case ..<5: .setUser(below(3), name: below(9))
        case ..<9: .setChannel(channel(), name: below(9))
        case ..<10: type()
        default: removedMetadata()
        }
    }

    private mutating func removedMetadata() -> ServiceChange {
        guard traits.contains(.removedMetadata) else { return .setUser(below(3), name: below(9)) }
        return below(2) == 0 ? .removeUser(below(3)) : .removeChannel(channel())
    }

    private mutating func type() -> ServiceChange {
        traits.contains(.directs)
            ? .setType(channel: channel(), isDirect: below(4) > 0) : .setChannel(channel(), name: below(9))
    }

    private mutating func membership() -> ServiceChange {
        switch below(13) {
        case ..<7: .setMember(channel: channel(), user: below(Names.users), status: below(4))
        case ..<11: .removeMember(channel: channel(), user: below(Names.users))
        default: .read(channel: channel(), user: below(3))
        }
    }

    private mutating func presence() -> ServiceChange {
        switch below(14) {
        case ..<6: .join(channel: channel(), user: below(Names.visitors))
        case ..<10: .leave(channel: channel(), user: below(Names.visitors))
        case ..<12: .state(channel: channel(), user: below(Names.visitors), value: 1 + below(3))
        default: .outdatePresence(channel: channel())
        }
    }

    private mutating func publish() -> ServiceChange {
        let number = message()
        var form = below(4) == 0 ? PayloadForm.unknownFields : .plain
        if traits.contains(.mismatchingFields), below(8) == 0 { form = PayloadForm.mismatching[below(3)] }
        let author = traits.contains(.otherAuthors) ? below(3) : number % 3
        return .publish(message: number, author: author, form: form)
    }

    private mutating func storeStep() -> StoreStep {
        switch below(130) {
        case ..<32: .deliver(1 + below(6))
        case ..<58: .work(workTrouble())
        case ..<87: absence()
        case ..<89: .unsubscribe(channel: channel())
        case ..<92: .subscribe(channel: channel())
        case ..<94: .sync(channel: channel())
        case ..<96: forced()
        case ..<103: queueStep()
        case ..<106: outboxStep()
        case ..<119: ownDataStep()
        case ..<125: traits.contains(.memberships) ? requestStep() : .deliver(2)
        default: retentionStep()
        }
    }

    private mutating func absence() -> StoreStep {
        switch below(29) {
        case ..<8: .lose(1 + below(3))
        case ..<16: .disconnect
        case ..<17: traits.contains(.tokens) ? .endToken : .disconnect
        case ..<18: traits.contains(.tokens) ? .renewToken : .connect(isCaughtUp: true)
        default: .connect(isCaughtUp: below(2) == 0)
        }
    }

    private mutating func queueStep() -> StoreStep {
        switch below(11) {
        case ..<5: traits.contains(.unsentMessages) ? .write(message: message()) : .deliver(2)
        case ..<8: send(below(3))
        case ..<9: traits.contains(.clocks) ? .setClock(below(7) - 3) : .deliver(1)
        case ..<10: .retry
        default: .discard(below(3))
        }
    }

    private mutating func outboxStep() -> StoreStep {
        guard traits.contains(.changes) else { return queueStep() }
        return switch below(12) {
        case ..<8: .ask(appChange(), below(4))
        case ..<11: send(below(3))
        default: queueStep()
        }
    }

    private mutating func appChange() -> AppChange {
        switch below(9) {
        case ..<4: .react(value: below(2), isAdded: below(3) > 0)
        case ..<6: .edit(text: below(3))
        default: deletion()
        }
    }

    private mutating func deletion() -> AppChange {
        switch below(5) {
        case ..<2: .delete(isDeleted: true)
        case ..<4: .delete(isDeleted: false)
        default: traits.contains(.erasures) ? .erase : .delete(isDeleted: true)
        }
    }

    /// A step that changes a membership or a marker, or sends the change.
    private mutating func requestStep() -> StoreStep {
        below(3) == 0 ? send(below(3)) : .request(request(), channel: channel())
    }

    private mutating func request() -> MemberRequest {
        guard traits.contains(.memberships), below(2) == 0 else { return markerRequest() }
        return switch below(6) {
        case ..<2: .join
        case ..<4: .leave
        default: .promote(user: below(3), status: below(4))
        }
    }

    private mutating func markerRequest() -> MemberRequest { below(2) == 0 ? .read(below(2)) : .unread(below(3)) }

    /// Sends the entries of a channel, with what occurs in the meantime.
    private mutating func send(_ pick: Int) -> StoreStep {
        let outcome = sendOutcome()
        guard traits.contains(.lateResponses), below(3) == 0 else { return .send(pick, outcome, during: []) }
        let steps: [ChatStep] = (0...below(2)).map { _ in
            switch below(4) {
            case 0: .service(change())
            case 1: .store(0, .deliver(1 + below(6)))
            case 2: .store(0, traits.contains(.changes) ? .ask(appChange(), below(4)) : .deliver(2))
            default: .store(0, traits.contains(.readMarkers) ? .request(request(), channel: channel()) : .deliver(1))
            }
        }
        return .send(pick, outcome, during: steps)
    }

    /// Changes that only the application of a store makes, and the end of its program.
    private mutating func ownDataStep() -> StoreStep {
        switch below(13) {
        case ..<5: traits.contains(.readMarkers) ? .request(markerRequest(), channel: channel()) : .deliver(1)
        case ..<8: traits.contains(.drafts) ? .draft(channel: channel(), text: below(4)) : .deliver(1)
        default: traits.contains(.killedPrograms) ? .kill : .disconnect
        }
    }

    private mutating func retentionStep() -> StoreStep {
        guard traits.contains(.retention) else { return .deliver(2) }
        return switch below(5) {
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
