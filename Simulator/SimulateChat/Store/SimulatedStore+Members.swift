import Foundation
import GRDB
import PubNub

@testable import PubNub
@testable import PubNubChat

/// The memberships and read markers that the application changes through the outbox.
extension SimulatedStore {
    typealias MemberKey = SimulatedService.MemberKey

    /// A change that was asked for.
    private struct Asked {
        let entry: OutboxChange
        let key: MemberKey
        /// The call of the service that it causes.
        let word: String
        var marker: MarkerWish?
        /// Whether the store knows the last change of the membership by somebody else. Otherwise that one may apply.
        var isInformed = false
    }

    private func key(_ channel: String) -> MemberKey { MemberKey(channel: channel, user: userId) }

    /// Asks for a change, as the calls of a provider do.
    func ask(_ request: MemberRequest, on channel: String) async throws {
        let own = key(channel)
        let (service, number) = (service.state, number)
        let asked = try await sender.add { db -> ([OutboxChange], Asked?) in
            guard var asked = try Self.change(request, own, db) else { return ([], nil) }
            let member = try Storage(db: db).member(asked.key.channel, asked.key.user)
            if let touch = service.foreignTouch(asked.key, besides: number) {
                let known = member?.eTag == nil ? nil : member?.updated
                asked.isInformed = touch.isEnd ? known == nil : known.map { $0 >= touch.date } == true
            } else {
                asked.isInformed = true
            }
            return ([asked.entry], asked)
        }.value
        guard let asked else { return }
        change { state in
            state.asked[channel, default: []].append(asked.word)
            state.memberWishes[asked.key, default: MemberWish()]
                .take(request, asked.marker, at: service.now, asked.isInformed)
            guard let marker = asked.marker?.marker else { return }
            state.highestMarkers[channel] = max(state.highestMarkers[channel] ?? 0, marker)
        }
        try mistake.apply(.asked, to: store)
    }

    private static func change(_ request: MemberRequest, _ own: MemberKey, _ db: Database) throws -> Asked? {
        func asked(_ kind: ChatOutboxEntry.Kind, _ word: String, _ value: String? = nil) -> Asked {
            let entry = OutboxChange(kind: kind, channelId: own.channel, value: value, memberId: own.user)
            return Asked(entry: entry, key: own, word: word)
        }
        switch request {
        case .join: return asked(.join, "join")
        case .leave: return asked(.leave, "leave")
        case .promote(let number, let status):
            let user = Names.user(number)
            guard let before = try member(user, own.channel, db)?.fields() else { return nil }
            var after = before
            after.texts[.status] = "s\(status)"
            var entry = OutboxChange(kind: .membership, channelId: own.channel, memberId: user)
            entry.membership = MembershipChange(from: before, to: after)
            guard entry.membership?.isEmpty == false else { return nil }
            let key = MemberKey(channel: own.channel, user: user)
            return Asked(entry: entry, key: key, word: "promote \(user) s\(status)")
        case .read(let pick), .unread(let pick):
            guard let marker = try move(request, pick, own, db) else { return nil }
            var asked = asked(.marker, "mark", "\(marker.marker)")
            asked.marker = marker
            return asked
        }
    }

    /// A membership, as the calls of a provider require it; nil if the provider throws.
    private static func member(_ user: String, _ channel: String, _ db: Database) throws -> ChatMember<Model>? {
        do {
            return try Storage(db: db).requireMember(user, of: channel)
        } catch ChatError.missingRequiredData {
            return nil
        }
    }

    /// Moves the read marker in the store.
    private static func move(
        _ request: MemberRequest,
        _ pick: Int,
        _ own: MemberKey,
        _ db: Database
    ) throws -> MarkerWish? {
        let statement = try db.cachedStatement(
            sql: "SELECT timetoken FROM message WHERE pubnubChannelId = ? AND timetoken > 0 ORDER BY timetoken DESC"
        )
        let messages = try Int64.fetchAll(statement, arguments: [own.channel]).map { Timetoken(clamping: $0) }
        guard !messages.isEmpty, let member = try member(own.user, own.channel, db) else { return nil }
        let ledger = Ledger(db: db)
        let message = messages[pick % messages.count]
        if case .read = request {
            guard try ledger.mark(own.channel, readUpTo: message) else { return nil }
            let isJoining = try ledger.membershipChanges(of: own.user, in: own.channel).contains { $0.kind == .join }
            return MarkerWish(marker: message, mayBeLater: isJoining)
        }
        let seen = ReadMarker.timetoken(in: try member.fields().custom)
        guard try ledger.unmark(own.channel, backTo: message - 1, seen: seen) else { return nil }
        return MarkerWish(marker: message - 1, mayBeLater: false)
    }

    /// Adds the calls about memberships, as a provider makes them.
    func addMemberCalls(to calls: inout OutboxCalls<Model>) {
        calls.join = { [self] channel in
            let flight = try begin("join", on: channel)
            // Existing memberships stay as they are.
            guard try await write(key(channel), nil, { _ in nil }) == nil else {
                try await end(flight)
                return false
            }
            let time = service.time()
            let user = userId
            try await store.write { try Ledger(db: $0).join(channel, of: user, with: time) }
            _ = try await write(key(channel), flight) { known in known == nil ? { $0.marker = time } : nil }
            return true
        }
        calls.leave = { [self] channel in
            let flight = try begin("leave", on: channel)
            service.removeMember(key(channel), by: number)
            try await end(flight)
        }
        calls.changeMember = { [self] channel, user, change in
            let status = change.fields["status"] ?? nil
            let flight = try begin("promote \(user) \(status ?? "")", on: channel)
            let mayBegin = try await store.read { try Storage(db: $0).mayBegin(user, of: channel) }
            _ = try await write(MemberKey(channel: channel, user: user), flight) { known in
                known != nil || mayBegin ? { $0.status = status } : nil
            }
        }
        calls.sendMarker = { [self] channel in
            let user = userId
            let marker = try await store.read { try Ledger(db: $0).pendingMarker(of: channel) }
            let stored = try await store.read { try Storage(db: $0).member(channel, user) }
            let mayBegin = try await store.read { try Storage(db: $0).mayBegin(user, of: channel) }
            guard let marker, stored != nil else { return }
            let flight = try begin("mark", on: channel)
            let member = try await write(key(channel), flight) { known in
                // The service never had a membership that only the app stored. An ended one is not begun again.
                guard known != nil || mayBegin else { return nil }
                guard known == nil || marker.replaces(known?.marker) else { return nil }
                return { $0.marker = marker.timetoken }
            }
            let found = try member.flatMap { ReadMarker.timetoken(in: try $0.fields().custom) }
            try await store.write { try Ledger(db: $0).confirm(marker, service: found) }
        }
    }

    /// Reads a membership, changes it, and stores the response. Others may change it in between.
    private func write(
        _ key: MemberKey,
        _ flight: Flight?,
        _ change: (SimulatedService.Membership?) -> ((inout SimulatedService.Membership) -> Void)?
    ) async throws -> ChatMember<Model>? {
        try await journal.ask(about: [key.channel], in: store) {
            let wanted = change(service.state.members[key])
            for change in flight?.changes ?? [] { service.apply(change) }
            if let wanted { service.setMember(key, by: number, wanted) }
            let response = service.state.member(key)
            if let flight { try await end(flight, isChanged: true) }
            return response
        } storing: { member, storage in
            if let member { try storage.store(fetched: member) }
            return member
        }
    }

    /// Compares the memberships and markers of the service with what the application last asked for, unless somebody else
    /// changed them afterwards.
    func checkMemberWishes() throws {
        let service = service.state
        for (key, wish) in current.memberWishes.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            let member = service.members[key]
            let foreign = service.foreignTouch(key, besides: number)?.at ?? 0
            func fail(_ text: String) -> ChatViolation {
                ChatViolation(invariant: .memberships, text: "store \(number): \(key.user) \(text) \(key.channel)")
            }
            if let isMember = wish.isMember, isMember.at >= foreign, isMember.value != (member != nil) {
                throw fail(isMember.value ? "joined, and is no member of" : "left, and is a member of")
            }
            guard let member else { continue }
            if let status = wish.status, status.at >= foreign, status.value != member.status {
                throw fail("has the status \(member.status ?? "none"), not \(status.value), in")
            }
            guard let marker = wish.marker, marker.at >= foreign, member.marker != marker.value.marker else { continue }
            guard marker.value.mayBeLater, member.marker ?? 0 >= marker.value.marker else {
                throw fail("has read up to \(member.marker ?? 0), not \(marker.value.marker), in")
            }
        }
    }
}

extension SimulatedService.MemberTouch {
    /// The time of the change.
    fileprivate var date: Date { Date(timeIntervalSince1970: Double(at) / 10_000_000) }
}
