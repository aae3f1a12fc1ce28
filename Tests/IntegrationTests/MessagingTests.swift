import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Publishing Messages and subscribing, against a real origin")
struct MessagingTests {
    @Test(
        "Delivers a published message with either version of the subscribe protocol",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func publishAndReceive(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let receiver = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            let sender = try await IntegrationClient.connected(address)
            try await receiver.subscribe("one")
            let sent = try await sender.publish("hello", to: "one")
            let received = try await receiver.message()
            #expect(received.message as? String == "hello")
            #expect(received.channel.name == "one")
            #expect(received.channelGroup == nil)
            #expect(received.date != nil && received.receiveDate != nil)
            // Version 1 has no time for each message, only one for its page.
            #expect(received.date == sent.date)
            #expect(received.receiveDate.timeToken == sent.date?.timeToken)
            #expect(sent.receiveDate == nil)
        }
    }

    @Test("Delivers JSON text as the JSON that it is, compressed and encrypted as well")
    func jsonText() async throws {
        try await withOrigin { _, address in
            for cipherKey in [nil, "enigma"] {
                let client = try await IntegrationClient.connected(address) { $0.cipherKey = cipherKey }
                try await client.subscribe("parcel")
                for isCompressed in [false, true] {
                    try await client.publish(#"{"lat":43,"lng":-79.5}"#, to: "parcel", compressed: isCompressed)
                    try await client.publish("[43.5,76]", to: "parcel", compressed: isCompressed)
                    try await client.publish(#""delivered""#, to: "parcel", compressed: isCompressed)
                    try await client.publish("at the {gate", to: "parcel", compressed: isCompressed)
                    let messages = try await client.messages(4).map(\.message)
                    #expect(messages[0] as? [String: Double] == ["lat": 43, "lng": -79.5])
                    #expect(messages[1] as? [Double] == [43.5, 76])
                    #expect(messages[2] as? String == "delivered")
                    #expect(messages[3] as? String == "at the {gate")
                }
            }
        }
    }

    @Test("Delivers messages with their channel", arguments: [PNSubscribeVersion.v1, .v2])
    func severalChannels(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
            try await client.subscribe("one", "two", "three")
            for name in ["three", "one", "two", "one"] { try await client.publish(["in": name], to: name) }
            let received = try await client.messages(4)
            #expect(received.map(\.channel.name) == ["three", "one", "two", "one"])
            #expect(
                received.map { ($0.message as? [String: Any])?["in"] as? String } == ["three", "one", "two", "one"]
            )
        }
    }

    @Test("Delivers each kind of JSON unchanged")
    func kindsOfMessage() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("kinds")
            try await client.publish(9_007_199_254_740_993, to: "kinds")
            try await client.publish(1.5, to: "kinds")
            try await client.publish([1, "two", [3.5]] as [Any], to: "kinds")
            try await client.publish(["deep": ["er": [true, NSNull()] as [Any]]], to: "kinds")
            try await client.publish(NSNull(), to: "kinds")
            let decimal = Decimal(string: "79228162514264337593543950335.12345") as Any
            try await client.publish(decimal, to: "kinds")
            let received = try await client.messages(6).map(\.message)
            #expect(received[0] as? Int == 9_007_199_254_740_993)
            #expect(received[1] as? Double == 1.5)
            #expect((received[2] as? [Any])?.count == 3)
            let deep = (received[3] as? [String: Any])?["deep"] as? [String: Any]
            #expect((deep?["er"] as? [Any])?.first as? Bool == true)
            #expect(received[4] is NSNull)
            #expect(received[5] as? Decimal == decimal as? Decimal)
            #expect(try await client.history("kinds").last?.message as? Decimal == decimal as? Decimal)
        }
    }

    @Test(
        "Delivers Unicode in channel names and messages unchanged",
        arguments: ["ÇÈ°∂@#$%^&*()!", "漢語 канал", "🙃👩‍👩‍👧", "a b+c~d'e\"f\\g?h=i;j", "%2F%25"]
    )
    func unicode(text: String) async throws {
        try await withOrigin { _, address in
            for version in [PNSubscribeVersion.v1, .v2] {
                let client = try await IntegrationClient.connected(address) { $0.subscribeVersion = version }
                // With a second channel, version 1 has to name the channels.
                try await client.subscribe(text, "other")
                try await client.publish(text, to: text)
                try await client.publish([text: text], to: text, compressed: true)
                let received = try await client.messages(2)
                #expect(received.map(\.channel.name) == [text, text])
                #expect(received[0].message as? String == text)
                #expect(received[1].message as? [String: String] == [text: text])
            }
        }
    }

    @Test("Delivers a message to delegate, closure, observation center and notification")
    func fourWays() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let reported = IntegrationInbox<String>()
            let pubnub = client.pubnub
            pubnub.observationCenter.addMessageReceiveObserver(reported) {
                reported.put("observer \($0?.message ?? "-")")
            }
            pubnub.observationCenter.addMessageProcessingObserver(reported) { state, _ in
                if state == .sent { reported.put("observer sent") }
            }
            let tokens = [
                (kPNClientDidReceiveMessageNotification, "notification"),
                (kPNClientDidSendMessageNotification, "notification sent"),
            ].map { name, word in
                NotificationCenter.default.addObserver(forName: .init(name), object: pubnub, queue: nil) { posted in
                    let message = posted.userInfo?[kPNNotificationPayloadKey] as? PNMessage
                    reported.put(word.hasSuffix("sent") ? word : "\(word) \(message?.message ?? "-")")
                }
            }
            defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
            try await client.subscribe("ways")
            pubnub.sendMessage("hi", to: PNChannel.channel(withName: "ways")) { state, _ in
                if state == .sent { reported.put("closure sent") }
            }
            let words = try await reported.next(5, "a receiver") { $0 }
            #expect(
                words.sorted() == [
                    "closure sent", "notification hi", "notification sent", "observer hi", "observer sent",
                ]
            )
            #expect(try await client.message().message as? String == "hi")
            let sent = try await client.events.next("didSend") {
                if case .sent(let message) = $0 { message } else { nil }
            }
            #expect(sent.message as? String == "hi")
        }
    }

    @Test("Delivers nothing after unsubscribing; other channels continue")
    func unsubscribe() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            try await client.subscribe("kept", "left")
            try await client.unsubscribe("left")
            #expect(client.pubnub.subscribedObjectsList().map(\.name) == ["kept"])
            try await client.publish("for nobody", to: "left")
            try await client.publish("for me", to: "kept")
            #expect(try await client.message().message as? String == "for me")
            #expect(client.events.all.compactMap(\.message).count == 1)
        }
    }

    @Test("Sends messages of a channel in the order of the calls, from any thread; channels do not mix")
    func order() async throws {
        try await withOrigin { _, address in
            let receiver = try await IntegrationClient.connected(address)
            let sender = try await IntegrationClient.connected(address)
            let names = (0..<5).map { "lane \($0)" }
            try await receiver.subscribe(PNChannel.channels(withNames: names))
            DispatchQueue.concurrentPerform(iterations: names.count) { lane in
                let channel = PNChannel.channel(withName: names[lane])
                for number in 0..<100 { sender.pubnub.sendMessage(number, to: channel) }
            }
            let received = try await receiver.messages(500)
            for name in names {
                let numbers = received.filter { $0.channel.name == name }.map { $0.message as? Int }
                #expect(numbers == Array(0..<100))
            }
        }
    }

    @Test("Clients in one process are independent")
    func manyClients() async throws {
        try await withOrigin { _, address in
            let clients = (0..<50).map { IntegrationClient(address, as: "client \($0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, client) in clients.enumerated() {
                    group.addTask {
                        try await client.connect()
                        try await client.subscribe("everybody", "own \(number)")
                    }
                }
                try await group.waitForAll()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in clients {
                    group.addTask {
                        try await client.publish(client.pubnub.clientIdentifier(), to: "everybody")
                    }
                }
                try await group.waitForAll()
            }
            let names = Set(clients.map { $0.pubnub.clientIdentifier() })
            #expect(names.count == 50)
            for client in clients {
                let received = try await client.messages(50)
                #expect(Set(received.compactMap { $0.message as? String }) == names)
            }
            clients[7].pubnub.disconnect()
            _ = try await clients[7].events.next("didDisconnect", \.isDisconnected)
            try await clients[8].publish("still here", to: "everybody")
            try await clients[8].publish("for one", to: "own 9")
            let received = try await clients[9].messages(2)
            #expect(received.map { $0.message as? String } == ["still here", "for one"])
            #expect(clients[7].events.all.compactMap(\.message).count == 50)
        }
    }
}
