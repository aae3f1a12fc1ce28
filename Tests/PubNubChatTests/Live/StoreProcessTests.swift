import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubChat

@Suite("A store in a file survives the end of its process at any time", .timeLimit(.minutes(10)))
struct StoreProcessTests {
    private func check(_ directory: URL, holds texts: [String], on channel: String) throws {
        let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
        #expect(store.recovery == nil)
        try store.read { db in
            #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
            #expect(try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty)
            let rows = try PubNubManagedMessage.messagesBy(pubnubChannelId: channel).order(Column("timetoken"))
                .fetchAll(db)
            #expect(rows.map(\.text) == texts)
        }
        try store.close()
    }

    @Test("Killed at random points and restarted, the process stores every message exactly once", arguments: [1, 2, 3])
    func killed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let sender = try await IntegrationClient.connected(address, as: "bob")
                var texts: [String] = []
                func say(_ count: Int) async throws {
                    for _ in 0..<count {
                        texts.append("\(texts.count)")
                        try await sender.say(texts[texts.count - 1], on: "room")
                    }
                }
                var copy = try StoreProcess(address, directory, ["room"])
                try await copy.wait(for: "subscribed")
                for _ in 0..<8 {
                    try await say(Int.random(in: 0..<60, using: &random))
                    try await copy.kill()
                    try await say(Int.random(in: 0..<60, using: &random))
                    copy = try StoreProcess(address, directory, ["room"])
                    // Sometimes the process is killed before this.
                    if Bool.random(using: &random) { try await copy.wait(for: "subscribed") }
                }
                try await say(30)
                try await copy.kill()
                try await say(30)
                copy = try StoreProcess(address, directory, ["room"])
                try await copy.wait(for: "up to date room")
                try await copy.kill()
                try check(directory, holds: texts, on: "room")
            }
        }
    }

    @Test("The next process that opens the file sees presence, until no process has it open")
    func presence() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let bob = try await IntegrationClient.connected(address, as: "bob")
                try await bob.subscribe("room")
                let copy = try StoreProcess(address, directory, ["room"])
                try await copy.wait(for: "up to date room")
                let file = DatastoreConfiguration(storageDirectlyURL: directory)
                let beside = try ChatStore(configuration: file)
                #expect(try beside.member("room", "bob")?.isPresent == true)
                try beside.close()
                try await copy.kill()
                let alone = try ChatStore(configuration: file)
                #expect(try alone.member("room", "bob") == nil, "the row of a visitor ends with the presence")
                try alone.close()
            }
        }
    }

    @Test("Two processes write to one file, and every message is stored exactly once")
    func twoProcesses() async throws {
        try await withDirectory { directory in
            try await withOrigin { _, address in
                let sender = try await IntegrationClient.connected(address, as: "bob")
                let first = try StoreProcess(address, directory, ["room"])
                try await first.wait(for: "up to date room")
                let second = try StoreProcess(address, directory, ["room"])
                try await second.wait(for: "up to date room")
                let texts = (0..<100).map { "\($0)" }
                for text in texts[..<50] { try await sender.say(text, on: "room") }
                try await first.kill()
                for text in texts[50...] { try await sender.say(text, on: "room") }
                try await second.kill()
                let third = try StoreProcess(address, directory, ["room"])
                try await third.wait(for: "up to date room")
                try await third.kill()
                try check(directory, holds: texts, on: "room")
            }
        }
    }
}
