import Foundation
import GRDB
import PubNub

@testable import PubNubChat

/// The events of the client and the calls of the application.
extension SimulatedStore {
    func perform(_ step: StoreStep) async throws {
        switch step {
        case .deliver(let count): try deliver(count)
        case .disconnect: try disconnect()
        case .connect(let isCaughtUp): try connect(isCaughtUp: isCaughtUp)
        case .lose(let count): try lose(count)
        case .unsubscribe(let channel): try unsubscribe(Names.channels[channel])
        case .subscribe(let channel): try subscribe(Names.channels[channel])
        case .work(let trouble): try await workUntilFilled(trouble)
        case .sync(let channel): try await sync(Names.channels[channel])
        case .force(let channel, let user):
            try force(.init(channel: Names.channels[channel], user: Names.user(user)))
        case .write(let message): try await write(message)
        case .send(let pick, let outcome, let steps): try await send(pick, outcome, during: steps)
        case .ask(let change, let pick): try await ask(change, pick)
        case .retry: try await retry()
        case .discard(let pick): try await discard(pick)
        case .request(let request, let channel): try await ask(request, on: Names.channels[channel])
        case .setClock(let hours): change { $0.clock = hours }
        case .endToken: endToken()
        case .renewToken: try await renewToken()
        case .draft(let channel, let text): try await draft(Names.channels[channel], text)
        case .retain(let count): try await remove(beyond: ChatRetentionPolicy(messageLimit: count))
        case .expire(let age): try await remove(beyond: ChatRetentionPolicy(maximumAge: age))
        case .fetchOlder(let channel): try await fetchOlder(Names.channels[channel], count: 1)
        case .kill: change { $0.isKilled = true }
        }
    }

    /// Works until data was fetched, or could not be.
    private func workUntilFilled(_ trouble: Trouble) async throws {
        for _ in 0..<3 {
            let isFill = current.round == nil && !current.fills.isEmpty
            try await work(isFill ? trouble : Trouble())
            if isFill { return }
        }
    }

    /// Stores the next events, except those of channels that are not subscribed.
    func deliver(_ limit: Int) throws {
        let log = service.state.log
        let arrivals: [LiveArrival] = change { state in
            guard state.isConnected, !state.isTokenEnded, state.position < log.count else { return [] }
            let range = state.position..<min(log.count, state.position + min(limit, log.count))
            state.position = range.upperBound
            let subscribed = state.subscribed
            let isAny = !state.subscribed.isEmpty
            return range.compactMap { index in
                let event = log[index]
                guard event.channel.map(subscribed.contains) ?? isAny else { return nil }
                if let metadata = event.metadata { state.metadataReceived[metadata.id] = index }
                return event.arrival
            }
        }
        guard !arrivals.isEmpty else { return }
        let stored = arrivals.filter { !mistake.keepsBack($0) }
        try look()
        let news = try news(among: stored)
        try receive(stored.map { .arrival($0) })
        awaitAnnouncements()
        try checkAsleep(after: stored)
        try checkAnnounced(news)
        try checkRemovedReactions()
        try mistake.apply(.delivered(arrivals), to: store)
    }

    /// Checks that the store has no reaction of whose removal it knows: late and repeated events must not store one again.
    private func checkRemovedReactions() throws {
        let sql = """
            SELECT messageAction.id FROM messageAction JOIN removedReaction ON removedReaction.channelId = pubnubChannelId
                AND actionTimetoken = published AND removedReaction.id = messageAction.id
            """
        guard let id = try store.read({ try String.fetchOne($0.cachedStatement(sql: sql)) }) else { return }
        throw ChatViolation(invariant: .reactions, text: "store \(number): \(id) is stored again after its removal")
    }

    func connect(isCaughtUp: Bool) throws {
        let count = service.state.log.count
        let names: [String]? = change { state in
            guard !state.isConnected else { return nil }
            state.isConnected = true
            // A client that resumes may receive events again.
            state.position = isCaughtUp && !state.isNew ? max(0, state.position - 2) : count
            state.isNew = false
            return state.subscribed.sorted()
        }
        guard let names else { return }
        try receive([.connected] + (names.isEmpty ? [] : [.subscribed(channels: names, groups: [])]))
    }

    /// Subscribes before any change, so that nothing has to be fetched.
    func begin(_ channels: [String]) throws {
        try connect(isCaughtUp: false)
        change { $0.subscribed = Set(channels) }
        try store.write { db in
            for sql in Self.membersOfChannels { try db.cachedStatement(sql: sql).execute(arguments: [channels.max()]) }
        }
        try receive([.subscribed(channels: channels, groups: [])])
        guard let round = change({ $0.round.take() }) else { return }
        let now = service.time()
        try advance { $0.timeCame(now, round: round) }
        try store.write { db in
            try db.cachedStatement(sql: "DELETE FROM copyHole").execute()
        }
        for channel in channels {
            change { $0.succeeded[channel] = Set(ServiceQuery.details) }
            try advance { $0.filled(channel, isWhole: true) }
        }
        change { ($0.fills, $0.begun) = ([], now) }
        announce()
    }

    /// Stores the members that every run begins with. Storing each as a response takes a quarter of the time of a run.
    private static let membersOfChannels = [
        "INSERT INTO channel (id) SELECT DISTINCT channelId FROM simulatedMember WHERE channelId <= ?",
        "INSERT INTO user (id) SELECT DISTINCT userId FROM simulatedMember WHERE channelId <= ?",
        "INSERT INTO member SELECT * FROM simulatedMember WHERE channelId <= ?",
    ]

    /// Prepares a store for ``begin(_:)``.
    static func prepare(_ store: ChatStore, members: [ChatMember<Model>]) throws {
        try store.write { db in
            for member in members { try Storage(db: db).store(fetched: member) }
            try db.execute(sql: "CREATE TABLE simulatedMember AS SELECT * FROM member")
        }
    }

    func disconnect() throws {
        let wasConnected = change { state in
            defer { state.isConnected = false }
            return state.isConnected
        }
        if wasConnected { try receive([.disconnected(PNError(code: kPNClientConnectionFailedOnInternetFailureError))]) }
    }

    func subscribe(_ channel: String) throws {
        let isNew = change { $0.isConnected && $0.subscribed.insert(channel).inserted }
        if isNew { try receive([.subscribed(channels: [channel], groups: [])]) }
    }

    private func unsubscribe(_ channel: String) throws {
        let wasThere = change { $0.isConnected && $0.subscribed.remove(channel) != nil }
        if wasThere { try receive([.unsubscribed(channels: [channel], groups: [])]) }
    }

    private func lose(_ count: Int) throws {
        let log = service.state.log
        let range: TimetokenRange? = change { state in
            guard state.isConnected, state.position < log.count else { return nil }
            let lost = state.position..<min(log.count, state.position + count)
            state.position = lost.upperBound
            let before = lost.lowerBound > 0 ? log[lost.lowerBound - 1].arrival.timetoken : 0
            return TimetokenRange(after: before, upTo: log[lost.upperBound - 1].arrival.timetoken)
        }
        guard let range else { return }
        try receive([.gap(range, channels: [])])
        try mistake.apply(.lost, to: store)
    }

    /// Fetches all pages of the history of a channel, as the application's own requests do.
    private func sync(_ channel: String) async throws {
        guard current.isConnected else { return }
        var range = TimetokenRange(after: 0, upTo: service.state.now)
        while !range.isEmpty {
            let part = range
            let oldest = try await journal.ask(about: [channel], in: store) {
                service.state.messages(on: channel, in: part, showsDeleted: mistake.showsDeleted)
            } storing: { page, storage in
                _ = try storage.storePage(page.items) { try storage.store($0, withActions: true) }
                return page.oldest
            }
            range.upTo = (oldest ?? 1) - 1
        }
        try mistake.apply(.synced(channel: channel), to: store)
    }

    private func force(_ key: SimulatedService.MemberKey) throws {
        guard !service.state.everMembers.contains(key) else { return }
        change { _ = $0.forced.insert(key) }
        try store.write { db in
            let member = ChatMember<Model>(channelId: key.channel, userId: key.user, status: "forced")
            try Entities.Member.insertOrUpdate(member: member, forceWrite: true, into: db)
        }
    }
}
