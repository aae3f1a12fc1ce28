import Foundation
import GRDB
import Testing

@testable import PubNubChat

@Suite("Nothing that is loaded is dropped for an unknown author or channel")
struct LoadedPlaceholderTests {
    private func provider() throws -> TestProvider { LoadTests.provider(try ChatStore(configuration: .inMemory)) }

    @Test("Messages of unknown authors and channels are stored, and names complete them later")
    func messages() async throws {
        let data = try provider()
        let messages = (0..<1_000).map { number in
            message("m\(number)", timetoken: Timetoken(number + 1), user: "u\(number % 7)", channel: "c\(number % 3)")
        }
        let failures = try await data.load(messages: messages, processMessageActions: true)
        #expect(try failures.isEmpty && data.store.count("message") == 1_000)
        #expect(try data.store.count("user") == 7 && data.store.count("channel") == 3)
        #expect(try await data.load(users: [user("u1", name: "Ann")]).isEmpty)
        #expect(try data.store.message("m1")?.userModel?.name == "Ann")
    }

    @Test("Reactions of unknown users are stored, and those to unknown messages wait for them")
    func reactions() async throws {
        let data = try provider()
        let loaded = message(actions: [action(user: "stranger")])
        #expect(try await data.load(messages: [loaded], processMessageActions: true).isEmpty)
        #expect(try data.store.count("messageAction") == 1)
        let early = action(300, user: "other", parent: 150)
        #expect(try await data.load(messageActions: [action(201, user: "third"), early]).isEmpty)
        #expect(try data.store.count("messageAction") == 2 && data.store.count("parkedReaction") == 1)
        try await data.store.write { db in
            let storage = ChatStorage<TestCustom, PubNubManagedChatEntities>(db: db)
            _ = try storage.store(message("late", timetoken: 150).withPlaceholders, withActions: false)
        }
        #expect(try data.store.message("late")?.messageActions.map(\.pubnubUserId) == ["other"])
        #expect(try await data.load(messageActions: [action(400, user: "other", parent: 350)]).isEmpty)
        let later = message("later", timetoken: 350)
        #expect(try await data.load(messages: [later], processMessageActions: false).isEmpty)
        #expect(try data.store.message("later")?.messageActions.map(\.pubnubUserId) == ["other"])
        #expect(try data.store.count("parkedReaction") == 0)
    }

    @Test("Members of unknown channels and users are stored, whether or not these are to be written")
    func members() async throws {
        let data = try provider()
        for forceWrite in [true, false] {
            let id = "c\(forceWrite)"
            let member = Member(channelId: id, userId: "u\(forceWrite)", status: "active")
            #expect(try await data.load(members: [member], forceWrite: forceWrite).isEmpty)
            #expect(try data.store.member(id, "u\(forceWrite)")?.status == "active")
        }
    }
}
