import PubNub
import PubNubLocks

@testable import PubNubChat

/// What a copy asks the service for.
enum Question: String, CaseIterable, Sendable {
    case messages, reactions, channel, members, presence
}

/// Reads the simulated service for one copy. A question may fail, and things may happen before its answer arrives.
struct SimulatedSource: BackfillSource {
    typealias Model = VoidCustomData

    let service: SharedService
    /// Called with each question before it is answered; throws when it is not. False is a mistake that a test plants: the answer is empty.
    let prepare: @Sendable (Question) throws -> Bool
    /// Called after the service made its answer and before the local store gets it.
    let wait: @Sendable (Question, String) -> Void
    /// Shows what was deleted; a mistake that a test plants.
    let showsDeleted: Bool

    func time() async throws -> Timetoken { service.time() }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<Model>> {
        try answer(.messages, channel) { $0.messages(on: channel, in: range, showsDeleted: showsDeleted) }
    }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<ChatMessageAction<Model>>?
    {
        try answer(.reactions, channel) { $0.reactions(on: channel, in: range) }
    }

    func channel(_ id: String) async throws -> BackfillMetadata<ChatChannel<Model.Channel>>? {
        try answer(.channel, id) { $0.metadata(of: id).map { .found($0) } ?? .absent }
    }

    func membersMark(of channel: String) async throws -> String? {
        try answer(.members, channel) { service in
            service.members(of: channel).map { "\($0.id) \($0.eTag ?? "") \($0.chatUser.eTag ?? "")" }.joined(
                separator: ";"
            )
        }
    }

    /// Pages of two, so that members change between pages.
    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<Model>>? {
        let first = start.flatMap { Int($0) } ?? 0
        return try answer(.members, channel) { service in
            let members = service.members(of: channel)
            let page = members.dropFirst(first).prefix(2)
            let next = first + page.count
            return BackfillList(
                items: Array(page),
                next: next < members.count ? "\(next)" : nil,
                total: members.count
            )
        }
    }

    func presence(on channel: String) async throws -> ChannelPresence? {
        try answer(.presence, channel) { $0.presence(on: channel) }
    }

    private func answer<Answer>(
        _ question: Question,
        _ channel: String,
        _ read: (SimulatedService) -> Answer
    ) throws -> Answer {
        guard try prepare(question) else { return read(SimulatedService()) }
        let answer = read(service.state)
        wait(question, channel)
        return answer
    }
}
