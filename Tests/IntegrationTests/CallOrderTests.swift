import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

/// The pairs of calls on which apps rely that were written for 3.7.8: each call of a pair is made in the line after the other.
@Suite("Calls in consecutive lines, against a real origin")
struct CallOrderTests {
    private let room = PNChannel.channel(withName: "room")

    /// Runs `body` for several rounds, each with a client and a channel of its own, because a wrong order may be rare.
    private func rounds(
        _ body: (_ client: IntegrationClient, _ room: PNChannel, _ address: OriginAddress) async throws -> Void
    ) async throws {
        try await withOrigin { _, address in
            for round in 1...5 {
                let client = IntegrationClient(address, as: "me")
                try await body(client, PNChannel.channel(withName: "room-\(round)"), address)
                client.pubnub.disconnect()
            }
        }
    }

    /// The identifiers in the room, for a call that the test makes without waiting.
    private func names(_ client: IntegrationClient, in room: PNChannel) -> IntegrationInbox<[String]> {
        let names = IntegrationInbox<[String]>()
        client.pubnub.requestParticipantsList(for: [room]) { hereNow, _, _ in
            names.put(hereNow?.participants(for: room).map(\.identifier) ?? [])
        }
        return names
    }

    @Test("connect, subscribe, here now: the client is in the list")
    func hereNow() async throws {
        try await rounds { client, room, _ in
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            let result = try await names(client, in: room).next { $0 }
            #expect(result == ["me"])
        }
    }

    @Test("subscribe, global here now: the client is in the list")
    func globalHereNow() async throws {
        try await rounds { client, room, _ in
            let found = IntegrationInbox<Bool>()
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.requestParticipantsList { hereNow, _, _ in
                found.put(hereNow?.participants(for: room).isEmpty == false)
            }
            let result = try await found.next { $0 }
            #expect(result)
        }
    }

    @Test("subscribe, state write, state read: the state is accepted, and read")
    func state() async throws {
        try await rounds { client, room, _ in
            let read = IntegrationInbox<String>()
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.updateClientState("me", state: ["mood": "new"], forObject: room)
            client.pubnub.requestClientState("me", forObject: room) { client, error in
                read.put(client?.state(for: room)["mood"] as? String ?? "\(error?.code ?? 0)")
            }
            let result = try await read.next { $0 }
            #expect(result == "new")
        }
    }

    @Test("subscribe, publish: the client receives its own message")
    func ownMessage() async throws {
        try await rounds { client, room, _ in
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.sendMessage("hello", to: room)
            let message = try await client.message()
            #expect(message.message as? String == "hello")
        }
    }

    @Test("publish to alternating channels: the messages arrive in the order of the calls")
    func severalChannels() async throws {
        try await withOrigin { _, address in
            let listener = try await IntegrationClient.connected(address)
            try await listener.subscribe("a", "b", "c")
            let client = IntegrationClient(address)
            client.pubnub.connect()
            for number in 0..<60 {
                client.pubnub.sendMessage(number, to: PNChannel.channel(withName: ["a", "b", "c"][number % 3]))
            }
            let received = try await listener.messages(60).map { $0.message as? Int }
            #expect(received == Array(0..<60))
        }
    }

    @Test("publish, history: the message is in the history")
    func history() async throws {
        try await rounds { client, room, _ in
            let last = IntegrationInbox<String>()
            client.pubnub.connect()
            client.pubnub.sendMessage("hello", to: room)
            client.pubnub.requestFullHistory(for: room) { messages, _, _, _, _ in
                last.put(messages?.last?.message as? String ?? "")
            }
            let result = try await last.next { $0 }
            #expect(result == "hello")
        }
    }

    @Test("publish, disconnect: the message is sent, and its closure reports it")
    func publishAndDisconnect() async throws {
        try await rounds { client, room, address in
            let listener = try await IntegrationClient.connected(address)
            try await listener.subscribe([room])
            let states = IntegrationInbox<PNMessageState>()
            client.pubnub.connect()
            client.pubnub.sendMessage("goodbye", to: room, withCompletionBlock: { state, _ in states.put(state) })
            client.pubnub.disconnect()
            let message = try await listener.message()
            #expect(message.message as? String == "goodbye")
            _ = try await client.events.next("didDisconnect", \.isDisconnected)
            #expect(states.all == [.sending, .sent])
        }
    }

    @Test("unsubscribe, disconnect: the closure of the unsubscription reports success")
    func unsubscribeAndDisconnect() async throws {
        try await rounds { client, room, _ in
            let left = IntegrationInbox<Int>()
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.unsubscribe(from: [room]) { _, error in left.put(error?.code ?? 0) }
            client.pubnub.disconnect()
            let result = try await left.next { $0 }
            #expect(result == 0)
        }
    }

    @Test("unsubscribe, here now: the client is not in the list")
    func left() async throws {
        try await rounds { client, room, _ in
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.unsubscribe(from: [room])
            let result = try await names(client, in: room).next { $0 }
            #expect(result == [])
        }
    }

    @Test("unsubscribe, subscribe to another room: the others see the leave before the join")
    func changeOfRooms() async throws {
        try await withOrigin { _, address in
            let watcher = try await IntegrationClient.connected(address, as: "watcher")
            let rooms = ["one", "two"].map { PNChannel.separate(named: $0, observesPresence: true) }
            try await watcher.subscribe(rooms)
            let client = IntegrationClient(address, as: "me")
            client.pubnub.connect()
            client.pubnub.subscribe(on: [PNChannel.channel(withName: "one")])
            client.pubnub.unsubscribe(from: [PNChannel.channel(withName: "one")])
            client.pubnub.subscribe(on: [PNChannel.channel(withName: "two")])
            var seen: [String] = []
            while seen.count < 3 {
                let event = try await watcher.events.next("presence", \.presence)
                if event.client.identifier == "me" { seen.append("\(event.type == .join) \(event.channel.name)") }
            }
            #expect(seen == ["true one", "false one", "true two"])
        }
    }

    @Test("setClientIdentifier, publish: the message has the new identifier")
    func identifier() async throws {
        try await rounds { client, room, address in
            let listener = try await IntegrationClient.connected(address)
            try await listener.subscribe([room])
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.setClientIdentifier("me2")
            client.pubnub.sendMessage("hello", to: room)
            let message = try await listener.message()
            #expect(message.publisher == "me2")
        }
    }

    @Test("add channels to a group, subscribe to the group: the client is in the channels")
    func group() async throws {
        try await rounds { client, room, _ in
            let group = PNChannelGroup(name: "group-\(room.name)")
            client.pubnub.connect()
            client.pubnub.addChannels([room], to: group)
            client.pubnub.subscribe(on: [group])
            client.pubnub.sendMessage("hello", to: room)
            let message = try await client.message()
            #expect(message.message as? String == "hello")
        }
    }

    @Test("setConfiguration, publish: the message has the new settings, and the subscription is restored")
    func configuration() async throws {
        try await withOrigin { _, address in
            let client = IntegrationClient(address, as: "me")
            client.pubnub.connect()
            client.pubnub.subscribe(on: [room])
            client.pubnub.sendMessage("plain", to: room)
            client.reconfigure { configuration in
                configuration.cipherKey = "key"
                configuration.presenceHeartbeatTimeout = 60
            }
            client.pubnub.sendMessage("secret", to: room)
            // The first message may arrive after the change, with another key than it was sent with.
            let received = try await client.messages(2).map { $0.message as? String }
            #expect(received.last == "secret")
            let outsider = try await IntegrationClient.connected(address)
            let stored = try await outsider.history("room").map { $0.message as? String }
            #expect(stored.first == "plain" && stored.last != "secret")
        }
    }

    @Test("The identifier in use, set before each of many messages: none is lost, and nobody leaves")
    func identifierInUse() async throws {
        try await withOrigin { _, address in
            let listener = try await IntegrationClient.connected(address, as: "listener")
            try await listener.subscribe([PNChannel.separate(named: "room", observesPresence: true)])
            let sender = try await IntegrationClient.connected(address, as: "me")
            try await sender.subscribe("room")
            for number in 0..<200 {
                sender.pubnub.setClientIdentifier("me")
                listener.pubnub.setClientIdentifier("listener")
                sender.pubnub.sendMessage(number, to: room)
            }
            for client in [listener, sender] {
                let received = try await client.messages(200).map { $0.message as? Int }
                #expect(received == Array(0..<200))
            }
            let joins = listener.events.all.compactMap(\.presence).filter { $0.client.identifier == "me" }
            #expect(joins.map(\.type) == [.join])
        }
    }
}
