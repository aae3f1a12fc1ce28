import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("No text of a person leaves a client with a cipher key in clear")
struct EncryptedTextTests {
    private typealias Storage = ChatStorage<TestCustom, PubNubManagedChatEntities>

    /// The words that a person writes in these tests.
    private static let words = [
        "apricot", "bramble", "currant", "damson", "elderberry", "figtree", "gooseberry",
        "huckleberry",
    ]

    private static func encrypting(_ format: PNEncryptionFormat = .fixedVector) -> @Sendable (PNConfiguration) -> Void {
        { configuration in
            configuration.cipherKey = "enigma"
            configuration.encryptionFormat = format
        }
    }

    private func row(_ id: String, in store: ChatStore) throws -> PubNubManagedMessage? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id) }
    }

    /// Decrypts what is stored, as a provider with the key of the client does.
    private func open(_ store: ChatStore, with client: IntegrationClient) throws {
        let cipher = try #require(EditCipher(client.pubnub))
        try store.write { try MessageChanges.open($0, cipher.text) }
    }

    @Test(
        "No request has a word of a message, an edit, a quote, a mention, a reply or a draft",
        arguments: [PNEncryptionFormat.fixedVector, .randomVector, .header]
    )
    func everyPath(format: PNEncryptionFormat) async throws {
        try await withOrigin { _, address in
            let rig = try await Rig(address, adjust: Self.encrypting(format))
            var first = message("m", text: "apricot", timetoken: 0, user: "me")
            first.content.custom.tags = ["bramble"]
            try await rig.data.sendRemoteMessage(.init(message: first))
            try await rig.data.editMessage("m", text: "huckleberry")
            for _ in 0..<2 { try await rig.data.editMessage("m", text: "currant") }
            try await rig.store.setDraft("damson", on: "c")
            let thread = try await rig.data.startThread(ofMessage: "m")
            var reply = message("r", text: "elderberry", timetoken: 0, user: "me", channel: thread.id)
            reply.content.quote = ChatQuote(try #require(try row("m", in: rig.store)))
            reply.content.mentions = [ChatMention(userId: "ann", name: "figtree")]
            try await rig.data.queueMessage(.init(message: reply))
            try await rig.data.sendUnsentMessages()
            // An app may write these members of the metadata itself.
            let metadata = JSON.object([
                "quotedMessage": .object([
                    "timetoken": .string("1"), "text": .string("gooseberry"), "userId": .string("ann"),
                ]),
                "lang": .string("en"),
            ])
            let own = message("q", text: "apricot", timetoken: 0, user: "me")
            try await rig.data.sendRemoteMessage(.init(message: own, metadata: metadata))
            try await rig.data.undoEdit(ofMessage: "m")
            try await rig.data.deleteMessage("m")
            try await rig.data.restoreMessage("m")
            let sent = rig.sent.all
            #expect(
                sent.count { $0.contains("/message-actions/") } >= 4 && sent.count { $0.contains("/publish/") } == 3
            )
            for word in Self.words { #expect(!sent.contains { $0.contains(word) }, "\(word)") }
            #expect(sent.contains { $0.contains("lang") }, "other metadata is what the service filters by")

            let other = try await Rig(address, as: "ann", adjust: Self.encrypting(format))
            try await other.data.syncRemoteMessages(.init(channels: ["c", thread.id]))
            #expect(try row("m", in: other.store)?.currentText == "huckleberry")
            #expect(try other.store.message("r")?.content.quote?.text == "currant")
            #expect(try other.store.message("r")?.content.mentions.map(\.name) == ["figtree"])
            #expect(try other.store.message("q")?.content.quote?.text == "gooseberry")
        }
    }

    @Test("A reader with the key shows encrypted edits and those of clients that do not encrypt, live and from history")
    func bothForms() async throws {
        try await withOrigin { _, address in
            let reader = try await LiveScene.live(address, as: "bob", on: ["c"], adjust: Self.encrypting())
            let rig = try await Rig(address, adjust: Self.encrypting(.header))
            try await rig.data.sendRemoteMessage(.init(message: message("m", text: "a", timetoken: 0, user: "me")))
            try await rig.data.editMessage("m", text: "sealed 🔒")
            try await reader.store.wait("the encrypted edit") {
                try PubNubManagedMessage.fetchOne($0, id: "m")?.currentText
            } until: {
                $0 == "sealed 🔒"
            }
            let action = try await reader.store.read { try PubNubManagedMessageAction.fetchOne($0) }
            #expect(action?.isEncrypted == true && action?.value == "sealed 🔒")
            // The same user has an older version on another device.
            let timetoken = try #require(try row("m", in: rig.store)).timetoken
            let older = try await IntegrationClient.connected(address, as: "me")
            _ = try await older.add("edited", "clear", to: timetoken, on: "c")
            try await reader.store.wait("the clear edit") {
                try PubNubManagedMessage.fetchOne($0, id: "m")?.currentText
            } until: {
                $0 == "clear"
            }
            for readsActions in [false, true] {
                let later = try await Rig(address, as: "later", adjust: Self.encrypting())
                try await later.data.syncRemoteMessages(.init(channels: ["c"], actionsInResponse: !readsActions))
                if readsActions { try await later.data.syncRemoteMessageActions(.init(channel: "c")) }
                #expect(try row("m", in: later.store)?.currentText == "clear")
                #expect(try later.store.message("m")?.edits.map(\.value) == ["sealed 🔒", "clear"])
            }
            try await reader.provider.close()
        }
    }

    @Test("A reader without the key, or with another one, keeps the text before, and a provider with the key opens it")
    func withoutKey() async throws {
        try await withOrigin { _, address in
            let writer = try await Rig(address)
            try await writer.data.sendRemoteMessage(.init(message: message("m", text: "a", timetoken: 0, user: "me")))
            writer.client.reconfigure(Self.encrypting())
            try await writer.data.editMessage("m", text: "sealed")
            let keys: [String?] = [nil, "other"]
            for key in keys {
                let store = try ChatStore(configuration: .inMemory)
                let rig = try await Rig(address, as: "bob", store: store)
                try await rig.data.syncRemoteMessages(.init(channels: ["c"], actionsInResponse: false))
                // With a key, the client does not read the message, which is in clear.
                rig.client.reconfigure { $0.cipherKey = key }
                try await rig.data.syncRemoteMessageActions(.init(channel: "c"))
                let row = try #require(try row("m", in: store))
                #expect(row.currentText == "a" && row.hasUnreadableEdit && row.ignoredChanges == 0)
                #expect(try store.message("m")?.currentText == "a")
                try open(store, with: writer.client)
                #expect(try self.row("m", in: store)?.currentText == "sealed")
                #expect(try self.row("m", in: store)?.hasUnreadableEdit == false)
            }
        }
    }

    @Test("An edit that cannot be decrypted is reported once, as skipped")
    func damaged() async throws {
        try await withOrigin { _, address in
            let reader = try await LiveScene.live(address, as: "bob", on: ["c"], adjust: Self.encrypting())
            let writer = try await IntegrationClient.connected(address, as: "me", adjust: Self.encrypting())
            let timetoken = try await writer.say("m", on: "c")
            _ = try await writer.add("edited", EditCipher.beginning + "AAAA", to: timetoken, on: "c")
            _ = try await reader.events.next("skipped") { event in
                if case .skipped("c", _, .some) = event { true } else { nil }
            }
            try await writer.say("n", on: "c")
            try await reader.wait(for: ["m", "n"], on: "c")
            #expect(try await reader.store.read { try MessageChanges.takeReports($0).count } == 0)
            #expect(try row("m", in: reader.store)?.currentText == "m")
            try await reader.provider.close()
        }
    }

    @Test("A stranger's edit in the form of an encrypted one is reported as ignored, and the message stays as it is")
    func forged() async throws {
        try await withOrigin { _, address in
            let reader = try await ChatDevice(address, as: "bob", on: ["c"], adjust: Self.encrypting())
            let ann = try await IntegrationClient.connected(address, as: "ann", adjust: Self.encrypting())
            let mallory = try await IntegrationClient.connected(address, as: "mallory")
            let timetoken = try await ann.say("m", on: "c")
            _ = try await mallory.add("edited", EditCipher.beginning + "AAAA", to: timetoken, on: "c")
            let event = try await reader.events.next("ignored or skipped") { event in
                switch event {
                case .ignored, .skipped: event
                default: nil
                }
            }
            #expect(event == .ignored(channel: "c", messageId: "m", userId: "mallory", type: "edited"))
            let row = try #require(try row("m", in: reader.store))
            #expect(row.currentText == "m" && !row.hasUnreadableEdit && row.ignoredChanges == 1)
            try await reader.close()
        }
    }

    @Test("An edit that waits for its message is stored decrypted")
    func pending() throws {
        let store = try storeWithBoth()
        var edit = action(200, value: "new")
        edit.sourceType = "edited"
        edit.encryption = .decrypted
        try store.write { [edit] in try Storage(db: $0).store(edit) }
        try store.write { _ = try Storage(db: $0).store(message(), withActions: false) }
        let stored = try store.read { try PubNubManagedMessageAction.fetchOne($0) }
        #expect(stored?.isEncrypted == true && stored?.value == "new")
    }

    @Test("An edit that the service would refuse for its length throws before a request")
    func tooLong() async throws {
        try await withOrigin { _, address in
            let plain = try await Rig(address)
            try await plain.data.sendRemoteMessage(.init(message: message("m", timetoken: 0, user: "me")))
            let limit = 4_096 - "edited".utf8.count
            try await plain.data.editMessage("m", text: String(repeating: "é", count: limit / 2))
            await #expect(throws: ChatError.tooLong(bytes: 4_097, limit: 4_096)) {
                try await plain.data.editMessage("m", text: String(repeating: "x", count: limit + 1))
            }
            let sealed = try await Rig(address, store: plain.store, adjust: Self.encrypting())
            try await sealed.data.editMessage("m", text: String(repeating: "x", count: 3_000))
            let requests = sealed.requests.all.count
            await #expect(throws: ChatError.self) {
                try await sealed.data.editMessage("m", text: String(repeating: "x", count: 3_060))
            }
            #expect(sealed.requests.all.count == requests)
        }
    }
}

extension IntegrationClient {
    /// Adds a message action of any type.
    @discardableResult
    func add(
        _ type: String,
        _ value: String,
        to timetoken: Timetoken,
        on channel: String
    ) async throws -> PNMessageAction? {
        let request = PNAddMessageActionRequest(channel: channel, messageTimetoken: NSNumber(value: timetoken))
        request.type = type
        request.value = value
        let status: PNAddMessageActionStatus = try await change(type) {
            pubnub.addMessageAction(with: request, completion: $0)
        }
        return status.data.action
    }
}
