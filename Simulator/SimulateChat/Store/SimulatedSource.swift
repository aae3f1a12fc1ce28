import PubNub

@testable import PubNubChat
@testable import PubNubSupport

/// A request of a store to the service.
enum ServiceQuery: String, CaseIterable, Sendable {
    case messages, reactions, channel, members, presence
}

/// Reads the simulated service for one store. A request may fail, and changes may occur before its response arrives.
struct SimulatedSource: BackfillSource {
    typealias Model = VoidCustomData

    let service: SharedService
    /// Called with each request before its response; throws if it fails. Returns false for a planted mistake: the
    /// response is empty.
    let prepare: @Sendable (ServiceQuery) throws -> Bool
    /// Called after the service created its response and before the store receives it.
    let wait: @Sendable (ServiceQuery, String) -> Void
    /// Returns deleted messages; a planted mistake.
    let showsDeleted: Bool

    func time() async throws -> Timetoken { service.time() }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<Model>> {
        try respond(.messages, channel) { $0.messages(on: channel, in: range, showsDeleted: showsDeleted) }
    }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<ChatMessageAction<Model>>?
    {
        try respond(.reactions, channel) { $0.reactions(on: channel, in: range) }
    }

    func channel(_ id: String) async throws -> BackfillMetadata<ChatChannel<Model.Channel>>? {
        try respond(.channel, id) { $0.metadata(of: id).map { .found($0) } ?? .absent }
    }

    func membersMark(of channel: String) async throws -> String? {
        try respond(.members, channel) { service in
            service.members(of: channel).map { "\($0.id) \($0.eTag ?? "") \($0.chatUser.eTag ?? "")" }.joined(
                separator: ";"
            )
        }
    }

    /// Pages of two, so that members change between pages.
    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<Model>>? {
        let first = start.flatMap { Int($0) } ?? 0
        return try respond(.members, channel) { service in
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
        try respond(.presence, channel) { $0.presence(on: channel) }
    }

    private func respond<Response>(
        _ query: ServiceQuery,
        _ channel: String,
        _ read: (SimulatedService) -> Response
    ) throws -> Response {
        guard try prepare(query) else { return read(SimulatedService()) }
        let response = read(service.state)
        wait(query, channel)
        return response
    }
}
