import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubChat

@Suite("A channel stays wanted when a token ends")
struct EndedTokenTests {
    private static let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#

    private func setKey(_ key: String, of device: ChatDevice) {
        device.client.reconfigure { $0.authorizationKey = key }
    }

    private func texts(_ device: ChatDevice, are texts: [String], on channel: String) async throws {
        try await device.store.wait("\(texts) on \(channel)") {
            try PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken")).fetchAll($0).map(
                \.text
            )
        } until: {
            $0 == texts
        }
    }

    @Test("A refused channel is reported, others are live, and it is subscribed with another key")
    func refused() async throws {
        try await withOrigin { server, address in
            server.faults = FaultPlan(
                rules: [FaultRule(.status(403, body: Self.forbidden), family: .subscribe, channel: "secret")]
            )
            let ann = try await ChatDevice(address, as: "ann")
            try await ann.connect()
            await #expect(throws: PNError.self) { try await ann.provider.subscribe(to: ["open", "secret"]) }
            _ = try await ann.events.next("refused") { event in
                if case .refused(["secret"], _) = event { true } else { nil }
            }
            try await ann.upToDate("open")
            let bob = try await IntegrationClient.connected(address, as: "bob")
            try await bob.say("live", on: "open")
            try await texts(ann, are: ["live"], on: "open")
            server.faults = FaultPlan()
            setKey("granted", of: ann)
            try await ann.upToDate("secret")
            try await bob.say("secret", on: "secret")
            try await texts(ann, are: ["secret"], on: "secret")
            try await ann.close()
        }
    }

    /// What makes a provider request a refused channel again.
    enum Occasion: CaseIterable { case key, call, connection, pause }

    @Test(
        "A channel whose rights ended is requested again on each occasion, and filled from where it stopped",
        arguments: Occasion.allCases
    )
    func ended(_ occasion: Occasion) async throws {
        try await withOrigin { server, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room", "open"])
            let bob = try await IntegrationClient.connected(address, as: "bob")
            if occasion == .pause { ann.provider.live.refusalPause.withLock { $0 = 0 } }
            server.faults = FaultPlan(
                rules: [FaultRule(.status(403, body: Self.forbidden), family: .subscribe, channel: "room")]
            )
            // It ends the request in flight.
            try await bob.say("one", on: "room")
            _ = try await ann.events.next("refused") { event in
                if case .refused(["room"], _) = event { true } else { nil }
            }
            for text in ["two", "three"] { try await bob.say(text, on: "room") }
            try await bob.say("live", on: "open")
            try await texts(ann, are: ["live"], on: "open")
            server.faults = FaultPlan()
            switch occasion {
            case .key: setKey("granted", of: ann)
            case .call: ann.provider.retryMissing()
            case .connection:
                ann.provider.disconnect()
                try await ann.connect()
            case .pause: break
            }
            try await texts(ann, are: ["one", "two", "three"], on: "room")
            try await ann.upToDate("room")
            try await bob.say("four", on: "room")
            try await texts(ann, are: ["one", "two", "three", "four"], on: "room")
            try await ann.close()
        }
    }

    private static func ended(_ reason: String) -> String {
        #"{"status":403,"service":"Access Manager","error":true,"message":"Token is \#(reason)"}"#
    }

    @Test("Messages and other changes wait for the next token, and none fails", arguments: ["expired", "revoked"])
    func waiting(_ reason: String) async throws {
        try await withOrigin { server, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            try await ann.say("m", on: "room")
            let refusal = FaultAction.status(403, body: Self.ended(reason))
            server.faults = FaultPlan(
                rules: [FaultRule(refusal, family: .publish), FaultRule(refusal, family: .messageActions)]
            )
            let own = message("n", timetoken: 0, user: "ann", channel: "room")
            try await ann.data.queueMessage(.init(message: own))
            try await ann.data.editMessage("m", text: "second")
            let entries = try ann.data.outbox()
            #expect(entries.map(\.kind) == [.message, .edit] && entries.allSatisfy { !$0.state.isFailed })
            let row = try await ann.store.read { try PubNubManagedMessage.fetchOne($0, id: "m") }
            #expect(row?.currentText == "second" && row?.isPending == true)
            server.faults = FaultPlan()
            setKey("granted", of: ann)
            try await ann.store.wait("the outbox is empty") {
                try ChatOutboxEntry.fetchCount($0)
            } until: {
                $0 == 0
            }
            try await ann.close()
        }
    }

    @Test("A change that was refused for missing rights is tried again once with another key, unless it was discarded")
    func missingRight() async throws {
        try await withOrigin { server, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            for id in ["m", "n"] { try await ann.say(id, on: "room") }
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Self.forbidden), family: .messageActions)])
            for id in ["m", "n"] {
                await #expect(throws: PNError.self) { try await ann.data.editMessage(id, text: "second") }
            }
            let failed = try ann.data.outbox()
            #expect(failed.map(\.state.isFailed) == [true, true])
            #expect(try await ann.data.discard([failed[1].sequence]) == [failed[1].sequence])
            server.faults = FaultPlan()
            setKey("granted", of: ann)
            try await ann.wait(for: "second", "m")
            try await ann.store.wait("the outbox is empty") {
                try ChatOutboxEntry.fetchCount($0)
            } until: {
                $0 == 0
            }
            let row = try await ann.store.read { try PubNubManagedMessage.fetchOne($0, id: "n") }
            #expect(row?.currentText == "Hello")
            try await ann.close()
        }
    }

    @Test("A queued message that was refused is sent with another key")
    func queued() async throws {
        try await withOrigin { server, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Self.forbidden), family: .publish)])
            let own = message("m", timetoken: 0, user: "ann", channel: "room")
            try await ann.data.queueMessage(.init(message: own))
            try await ann.store.wait("the refusal") {
                try ChatOutboxEntry.failed().fetchCount($0)
            } until: {
                $0 == 1
            }
            server.faults = FaultPlan()
            setKey("granted", of: ann)
            try await ann.store.wait("the message is sent") {
                try PubNubManagedMessage.fetchOne($0, id: "m")?.sendState
            } until: {
                $0 == .sent
            }
            try await ann.close()
        }
    }

    private func token(at issued: Date, minutes: Int64) -> String {
        let content = AccessTokenContent(timestamp: Int64(issued.timeIntervalSince1970), minutes: minutes)
        return Data(content.serialized()).base64EncodedString()
    }

    @Test("The end of a token is announced a minute before it, once for each token")
    func expiring() async throws {
        try await withOrigin { _, address in
            let ann = try await ChatDevice(address, as: "ann", on: ["room"])
            // The token lasts for less time than a slow machine may need for the lines above.
            let issued = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
            setKey(token(at: issued, minutes: 1), of: ann)
            func announced() -> [Date] {
                ann.events.all.compactMap { if case .tokenExpiring(let end) = $0 { end } else { nil } }
            }
            _ = try await ann.events.next("the end") { if case .tokenExpiring = $0 { true } else { nil } }
            #expect(announced() == [issued.addingTimeInterval(60)])
            let other = token(at: issued.addingTimeInterval(-1), minutes: 1)
            setKey(other, of: ann)
            _ = try await ann.events.next("the other end") { event in
                event == .tokenExpiring(at: issued.addingTimeInterval(59)) ? true : nil
            }
            #expect(announced().count == 2)
            try await ann.close()
        }
    }

    @Test("The pause before the announcement follows from the token, and keys that are no tokens have none")
    func pause() {
        let issued = moment(0)
        let end = TokenNotice.end(of: token(at: issued, minutes: 15))
        #expect(end == issued.addingTimeInterval(900))
        #expect(TokenNotice.end(of: nil) == nil && TokenNotice.end(of: "key") == nil)
        let pauses = [0, 839, 840, 899, 900, 2_000].map { seconds in
            end.flatMap { TokenNotice.pause(until: $0, now: issued.addingTimeInterval(seconds)) }
        }
        #expect(pauses == [840, 1, 0, 0, nil, nil])
        #expect(TokenNotice.pause(until: .distantFuture, now: issued) == 3_000_000)
    }

    @Test("R10.5: what was refused is sent when the app starts again with another key")
    func restarted() async throws {
        try await withDirectory { directory in
            try await withOrigin { server, address in
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let ann = try await ChatDevice(address, as: "ann", on: ["room"], file: file)
                server.faults = FaultPlan(rules: [FaultRule(.status(403, body: Self.forbidden), family: .publish)])
                let own = message("m", timetoken: 0, user: "ann", channel: "room")
                try await ann.data.queueMessage(.init(message: own))
                try await ann.store.wait("the refusal") {
                    try ChatOutboxEntry.fetchAll($0).map(\.state.isFailed)
                } until: {
                    $0 == [true]
                }
                try await ann.close()
                // With the same key, the refusal stays, and nothing is sent.
                let same = try await ChatDevice(address, as: "ann", file: file)
                try await same.connect()
                try await same.provider.subscribe(to: ["other"])
                _ = try await same.data.sendOutbox()
                #expect(try same.data.outbox().map(\.state.isFailed) == [true])
                try await same.close()
                server.faults = FaultPlan()
                let again = try await ChatDevice(address, as: "ann", file: file) { $0.authorizationKey = "granted" }
                try await again.connect()
                try await again.store.wait("the publication") {
                    try PubNubManagedMessage.fetchOne($0, id: "m")?.timetoken
                } until: {
                    $0 ?? 0 > 0
                }
                try await again.close()
            }
        }
    }
}
