import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("A process that is killed while it stores events", .timeLimit(.minutes(10)))
struct KilledProcessTests {
    /// The data at the service.
    private struct Published {
        /// A message with one or more publications.
        struct Message {
            let id: String
            let channel: String
            var publications: [Publication]
        }

        struct Publication {
            let timetoken: Timetoken
            var reactions: [Reaction] = []
        }

        struct Reaction {
            let value: String
            let timetoken: Timetoken
        }

        var messages: [Message] = []

        /// The identifiers of all reactions.
        var reactionIDs: Set<String> {
            let publications = messages.flatMap(\.publications)
            return Set(
                publications.flatMap { publication in
                    publication.reactions.map { "bob-\(publication.timetoken)-\($0.timetoken)" }
                }
            )
        }

        var reactions: Set<String> {
            Set(
                messages.flatMap { message in
                    message.publications.flatMap(\.reactions).map { "\(message.id) \($0.value)" }
                }
            )
        }
    }

    /// The reports of a process before it was killed.
    private struct Told {
        var messages: Set<String> = []
        var reactions: Set<String> = []

        mutating func note(_ line: String) -> Bool {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3, words[0] == "stored" else { return false }
            if words[1] == "message" { messages.insert(words[2]) } else { reactions.insert(words[2]) }
            return words[1] == "message"
        }
    }

    private static let channels = ["room", "club"]

    private func publish(
        _ count: Int,
        _ sender: IntegrationClient,
        _ published: inout Published,
        _ random: inout SeededGenerator
    ) async throws {
        for _ in 0..<count {
            let channel = Self.channels[Int.random(in: 0..<2, using: &random)]
            let id = "m\(published.messages.count)"
            let timetoken = try await sender.say(id, on: channel)
            published.messages.append(
                .init(id: id, channel: channel, publications: [.init(timetoken: timetoken)])
            )
            try await react(sender, &published, &random)
        }
    }

    /// Randomly adds a reaction to a publication of a message, removes a reaction, or publishes the message again.
    private func react(
        _ sender: IntegrationClient,
        _ published: inout Published,
        _ random: inout SeededGenerator
    ) async throws {
        let index = Int.random(in: 0..<published.messages.count, using: &random)
        let message = published.messages[index]
        let place = Int.random(in: 0..<message.publications.count, using: &random)
        let publication = message.publications[place]
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            let value = "v\(Int.random(in: 0..<1_000_000_000, using: &random))"
            let added = try await sender.react(value, to: publication.timetoken, on: message.channel)
            let timetoken = try #require(added?.actionTimetoken.uint64Value)
            published.messages[index].publications[place].reactions.append(
                .init(value: value, timetoken: timetoken)
            )
        case 2:
            guard let last = publication.reactions.last else { return }
            try await sender.unreact(last.timetoken, to: publication.timetoken, on: message.channel)
            published.messages[index].publications[place].reactions.removeLast()
        case 3:
            let timetoken = try await sender.say(message.id, on: message.channel)
            published.messages[index].publications.append(.init(timetoken: timetoken))
        default: break
        }
    }

    /// Kills the process after it reported this number of new messages.
    private func kill(_ copy: StoreProcess, after count: Int, _ told: inout Told) async throws {
        var steps = 0
        while steps < count {
            if told.note(try await copy.line()) { steps += 1 }
        }
        try await copy.kill()
    }

    /// Checks that all reported rows are stored, and that the ledger contains every missing range.
    private func check(_ directory: URL, _ published: Published, _ told: Told, _ place: Comment) throws {
        let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
        #expect(store.recovery == nil, place)
        try store.read { db in
            #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"], place)
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty, place)
            let stored = try String.fetchSet(db, sql: "SELECT id FROM message")
            #expect(told.messages.isSubset(of: stored), place)
            let publications = try Int64.fetchSet(
                db,
                sql: "SELECT timetoken FROM message UNION SELECT timetoken FROM messageCopy"
            )
            let reactions = try String.fetchSet(db, sql: "SELECT id FROM messageAction")
            #expect(told.reactions.intersection(published.reactionIDs).isSubset(of: reactions), place)
            let ledger = Ledger(db: db)
            for channel in Self.channels {
                let progress = try ledger.progress(of: channel) ?? 0
                let gaps = try ledger.gaps(of: channel, .messages).ranges
                for message in published.messages where message.channel == channel {
                    for publication in message.publications
                    where !publications.contains(Int64(publication.timetoken)) {
                        let timetoken = publication.timetoken
                        let isMissed = gaps.contains { $0.after < timetoken && timetoken <= $0.upTo }
                        #expect(timetoken > progress || isMissed, "\(place): \(message.id) is in no gap")
                    }
                }
            }
        }
        try store.close()
    }

    @Test(
        "Killed 12 times in each of four runs: everything it reported is stored, its ledger is correct, and a restart fetches the rest",
        arguments: [1, 2, 3, 4]
    )
    func killed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let sender = try await IntegrationClient.connected(address, as: "bob")
                var published = Published()
                var told = Told()
                let arguments = Self.channels + ["--stored"]
                var copy = try StoreProcess(address, directory, arguments)
                for channel in Self.channels { try await copy.wait(for: "up to date \(channel)") }
                for round in 0..<12 {
                    // Real-time messages are reported as they arrive, and earlier ones are fetched, so every process
                    // reports at least this many.
                    let fresh = 1 + Int.random(in: 0..<12, using: &random)
                    try await publish(fresh, sender, &published, &random)
                    try await kill(copy, after: Int.random(in: 1...fresh, using: &random), &told)
                    try check(directory, published, told, "seed \(seed), round \(round)")
                    try await publish(Int.random(in: 0..<40, using: &random), sender, &published, &random)
                    copy = try StoreProcess(address, directory, arguments)
                }
                for channel in Self.channels { try await copy.wait(for: "up to date \(channel)") }
                try await copy.kill()
                try check(directory, published, told, "seed \(seed), the end")
                try compare(directory, published)
            }
        }
    }

    private func compare(_ directory: URL, _ published: Published) throws {
        let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
        try store.read { db in
            let messages = try Row.fetchAll(
                db,
                sql: "SELECT id, pubnubChannelId, timetoken FROM message ORDER BY timetoken"
            )
            let found = messages.map {
                "\($0["id"] as String) \($0["pubnubChannelId"] as String) \($0["timetoken"] as Int64)"
            }
            // The first publication of a message is that of its row.
            #expect(
                found == published.messages.map { "\($0.id) \($0.channel) \($0.publications[0].timetoken)" }
            )
            let reactions = try Row.fetchAll(db, sql: "SELECT pubnubParentId AS id, value FROM messageAction")
            #expect(Set(reactions.map { "\($0["id"] as String) \($0["value"] as String)" }) == published.reactions)
        }
        try store.close()
    }
}

extension IntegrationClient {
    /// Removes a reaction.
    fileprivate func unreact(_ reaction: Timetoken, to message: Timetoken, on channel: String) async throws {
        let _: any PNAcknowledgmentStatus = try await change("unreact") { finish in
            let request = PNRemoveMessageActionRequest(channel: channel, messageTimetoken: NSNumber(value: message))
            request.actionTimetoken = NSNumber(value: reaction)
            pubnub.removeMessageAction(with: request, completion: finish)
        }
    }
}
