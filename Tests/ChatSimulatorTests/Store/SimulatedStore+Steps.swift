import Foundation
import GRDB
import PubNub

@testable import PubNubChat

/// What the client hears and what the application does.
extension SimulatedStore {
    func perform(_ step: CopyStep) async throws {
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
        case .write(let message): try write(message)
        case .send(let pick, let isAnswered): try send(pick, isAnswered: isAnswered)
        }
    }

    /// Works until something was fetched, or could not be.
    private func workUntilFilled(_ trouble: Trouble) async throws {
        for _ in 0..<3 {
            let isFill = current.round == nil && !current.fills.isEmpty
            try await work(isFill ? trouble : Trouble())
            if isFill { return }
        }
    }

    /// Stores the next events, those of channels that are not subscribed aside.
    func deliver(_ limit: Int) throws {
        let log = service.state.log
        let arrivals: [LiveArrival] = change { state in
            guard state.isConnected, state.position < log.count else { return [] }
            let range = state.position..<min(log.count, state.position + min(limit, log.count))
            state.position = range.upperBound
            let (subscribed, isAny) = (state.subscribed, !state.subscribed.isEmpty)
            return range.compactMap { index in
                let event = log[index]
                guard event.channel.map(subscribed.contains) ?? isAny else { return nil }
                if let metadata = event.metadata { state.metadataHeard[metadata.id] = index }
                return event.arrival
            }
        }
        try hear(arrivals.filter { !mistake.keepsBack($0) }.map { .arrival($0) })
        try mistake.apply(.delivered(arrivals), to: store)
    }

    func connect(isCaughtUp: Bool) throws {
        let count = service.state.log.count
        let names: [String]? = change { state in
            guard !state.isConnected else { return nil }
            state.isConnected = true
            // A client that resumes may get again what it already had.
            state.position = isCaughtUp ? max(0, state.position - 2) : count
            return state.subscribed.sorted()
        }
        guard let names else { return }
        try hear([.connected] + (names.isEmpty ? [] : [.subscribed(channels: names, groups: [])]))
    }

    /// Subscribes before anything happened, so that nothing has to be fetched.
    func begin(_ channels: [String]) throws {
        try connect(isCaughtUp: false)
        change { $0.subscribed = Set(channels) }
        try hear([.subscribed(channels: channels, groups: [])])
        guard let round = change({ $0.round.take() }) else { return }
        let now = service.time()
        try advance { $0.timeCame(now, round: round) }
        try store.write { db in
            for channel in channels {
                for kind in Ledger.Kind.allCases { try Ledger(db: db).change(channel, kind) { $0 = TimetokenRanges() } }
            }
        }
        for channel in channels {
            change { $0.answered[channel] = Set(Question.details) }
            try advance { $0.filled(channel, isWhole: true) }
        }
        change { $0.fills = [] }
    }

    func disconnect() throws {
        let wasConnected = change { state in
            defer { state.isConnected = false }
            return state.isConnected
        }
        if wasConnected { try hear([.disconnected(PNError(code: kPNClientConnectionFailedOnInternetFailureError))]) }
    }

    func subscribe(_ channel: String) throws {
        let isNew = change { $0.isConnected && $0.subscribed.insert(channel).inserted }
        if isNew { try hear([.subscribed(channels: [channel], groups: [])]) }
    }

    private func unsubscribe(_ channel: String) throws {
        let wasThere = change { $0.isConnected && $0.subscribed.remove(channel) != nil }
        if wasThere { try hear([.unsubscribed(channels: [channel], groups: [])]) }
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
        try hear([.gap(range, channels: [])])
        try mistake.apply(.lost, to: store)
    }

    /// Fetches all pages of the history of a channel, as the application's own calls do.
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

    private func write(_ message: Int) throws {
        // Every store has messages of its own.
        let own = 10 * (number + 1) + message
        guard change({ $0.written.insert(own).inserted }) else { return }
        let (id, user, channel) = (Names.message(own), Names.user(number), Names.channel(ofMessage: own))
        try store.write { db in
            let message = ChatMessage<Model>(
                content: .init(id: id, text: "\(id) of \(user)", createdAt: Date(timeIntervalSince1970: Double(own))),
                pubnubUserId: user,
                userModel: ChatUser(id: user),
                pubnubChannelId: channel,
                channelModel: ChatChannel(id: channel)
            )
            try Entities.Message.insertOrUpdate(message: message, processMessageActions: false, into: db)
        }
    }

    /// Sends one of the messages that are stored and not published, until there is none.
    func sendAll() throws {
        while try !unsent().isEmpty { try send(0, isAnswered: true) }
    }

    private func send(_ pick: Int, isAnswered: Bool) throws {
        let messages = try unsent()
        guard current.isConnected, !messages.isEmpty else { return }
        var message = messages[pick % messages.count]
        let id = message.id
        guard let own = current.written.first(where: { Names.message($0) == id }) else { return }
        service.apply(.publish(message: own, author: number, form: .plain))
        guard isAnswered else { return }
        message.timetoken = service.state.now
        try store.write { [message] db in try Storage(db: db).store(message, withActions: false) }
        try mistake.apply(.sent(id: id), to: store)
    }

    private func unsent() throws -> [ChatMessage<Model>] {
        let user = Names.user(number)
        return try store.read { db in
            try Entities.Message.unsentMessagesBy(pubnubUserId: user).fetchAll(db).map { try $0.convert(from: db) }
        }
    }
}
