import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("PNOutbox.file: messages survive the end of the process")
struct OutboxFileClientTests {
    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pubnub-outbox-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "outbox"))
    }

    /// Passes messages to a client that never connects, and releases it.
    private func leave(
        _ messages: [String],
        in file: URL,
        _ address: OriginAddress,
        _ adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) async throws {
        do {
            let sender = IntegrationClient(address) { configuration in
                configuration.outbox = PNOutbox(file: file)
                adjust(configuration)
            }
            let reported = Sendings()
            for message in messages { sender.pubnub.send(message, on: "a", reported) }
            try await reported.accepted(messages.count)
            #expect(reported.count == 0, "accepted, and not sent")
        }
        #expect(await eventually { isOutboxFree(file) })
    }

    @Test("Sends the messages of an earlier process once, in order and before new ones")
    func restart() async throws {
        try await withFile { file in
            try await withOrigin { _, address in
                let receiver = try await IntegrationClient.connected(address)
                try await receiver.subscribe("a")
                try await leave(["1", "2", "3"], in: file, address)
                for end in ["4", "5"] {
                    do {
                        let sender = IntegrationClient(address) { $0.outbox = PNOutbox(file: file) }
                        let reported = Sendings()
                        sender.pubnub.send(end, on: "a", reported)
                        try await sender.connect()
                        try await reported.settled(1)
                        if end == "4" {
                            let sent = sender.events.all.compactMap(\.sentMessage).map { $0.message as? String }
                            #expect(sent == ["1", "2", "3", "4"], "the delegate receives each")
                        }
                    }
                    #expect(await eventually { isOutboxFree(file) })
                }
                #expect(try await receiver.messages(5).map { $0.message as? String } == ["1", "2", "3", "4", "5"])
                #expect(try await receiver.history("a").count == 5)
            }
        }
    }

    @Test("A message whose response was lost with the process arrives once, although the next process repeats it")
    func lostWithTheProcess() async throws {
        try await withFile { file in
            try await withOrigin { server, address in
                let receiver = try await IntegrationClient.connected(address)
                try await receiver.subscribe("a")
                server.faults = FaultPlan(rules: [FaultRule(.delay(.seconds(3600)), family: .publish)])
                do {
                    let sender = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox(file: file) }
                    sender.pubnub.send("once", on: "a", Sendings())
                    #expect(try await receiver.message().message as? String == "once")
                }
                #expect(await eventually { isOutboxFree(file) })
                server.faults = FaultPlan()
                let next = IntegrationClient(address) { $0.outbox = PNOutbox(file: file) }
                try await next.connect()
                _ = try await next.events.next("sent", \.sentMessage)
                try await next.publish("end", to: "a")
                #expect(try await receiver.message().message as? String == "end")
                #expect(try await receiver.history("a").map { $0.message as? String } == ["once", "once", "end"])
            }
        }
    }

    @Test("With a cipher key, the file contains neither messages nor keys, and subscribers can read the messages")
    func encrypted() async throws {
        try await withFile { file in
            try await withOrigin { _, address in
                let keyed: @Sendable (PNConfiguration) -> Void = { configuration in
                    configuration.cipherKey = "cipher-TREASURE"
                    configuration.authorizationKey = "auth-TREASURE"
                }
                let receiver = try await IntegrationClient.connected(address, adjust: keyed)
                try await receiver.subscribe("a")
                try await leave(["message-TREASURE"], in: file, address, keyed)
                let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
                #expect(text.contains("PUBNUB OUTBOX"))
                #expect(!text.contains("TREASURE"))
                let next = try await IntegrationClient.connected(address) { configuration in
                    keyed(configuration)
                    configuration.outbox = PNOutbox(file: file)
                }
                #expect(try await receiver.message().message as? String == "message-TREASURE")
                let sent = try await next.events.next("sent", \.sentMessage)
                #expect(sent.message as? String == "message-TREASURE")
            }
        }
    }

    @Test(
        "A file that another client uses, or that cannot be written, is error 146 for each message and for the delegate"
    )
    func unusable() async throws {
        try await withFile { file in
            try await withOrigin { _, address in
                let first = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox(file: file) }
                let elsewhere = file.appending(path: "no/such/folder")
                for path in [file, elsewhere] {
                    let second = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox(file: path) }
                    #expect(second.events.all.map(\.word).contains("error 146"))
                    let error = try await failure { try await second.publish("lost?", to: "a") }
                    #expect(error.code == kPNOutboxFileError)
                    #expect(error.localizedFailureReason?.contains(path.path()) == true)
                    #expect((error.associatedObject as? PNMessage)?.message as? String == "lost?")
                }
                try await first.publish("kept", to: "a")
                #expect(try await first.history("a").map { $0.message as? String } == ["kept"])
            }
        }
    }

    @Test("Reads the valid part of a damaged file and notifies the delegate")
    func damaged() async throws {
        try await withFile { file in
            try await withOrigin { _, address in
                try await leave(["first", "second", "third"], in: file, address)
                var bytes = try Data(contentsOf: file)
                let place = try #require(bytes.range(of: Data("second".utf8)))
                bytes[place.lowerBound] ^= 1
                try bytes.write(to: file)
                let client = try await IntegrationClient.connected(address) { $0.outbox = PNOutbox(file: file) }
                let sent = try await client.events.next(2, "sent", \.sentMessage)
                #expect(sent.map { $0.message as? String } == ["first", "third"])
                #expect(client.events.all.map(\.word).contains("error 146"))
            }
        }
    }
}

extension IntegrationEvent {
    fileprivate var sentMessage: PNMessage? { if case .sent(let message) = self { message } else { nil } }
}
