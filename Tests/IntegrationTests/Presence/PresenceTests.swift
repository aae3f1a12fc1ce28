import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Presence, against a real origin")
struct PresenceTests {
    @Test(
        "An observer receives join, state and leave, with identifier, occupancy and state",
        arguments: [PNSubscribeVersion.v1, .v2]
    )
    func events(version: PNSubscribeVersion) async throws {
        try await withOrigin { _, address in
            let observer = try await IntegrationClient.connected(address, as: "observer") {
                $0.subscribeVersion = version
            }
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await observer.observePresence("room")
            #expect(observer.pubnub.isPresenceObservationEnabled(for: PNChannel.channel(withName: "room")))
            let room = PNChannel.channel(withName: "room")
            try await guest.subscribe([room], state: ["room": ["mood": "good"]])
            let join = try await observer.events.next("join", \.presence)
            #expect(join.type == .join && join.client.identifier == "guest" && join.occupancy == 1)
            #expect(join.channel.name == "room")
            #expect(join.client.state(for: room) as? [String: String] == ["mood": "good"])
            try await guest.subscribe([room], state: ["room": ["mood": "better"]])
            let change = try await observer.events.next("state", \.presence)
            #expect(change.type == .stateChanged && change.client.identifier == "guest")
            #expect(change.client.state(for: room) as? [String: String] == ["mood": "better"])
            try await guest.unsubscribe("room")
            let leave = try await observer.events.next("leave", \.presence)
            #expect(leave.type == .leave && leave.client.identifier == "guest" && leave.occupancy == 0)
            #expect(observer.events.all.compactMap(\.message).isEmpty)
        }
    }

    @Test("A subscriber receives presence in addition to messages; a channel object can request it")
    func besideMessages() async throws {
        try await withOrigin { _, address in
            let host = try await IntegrationClient.connected(address, as: "host")
            try await host.subscribe([PNChannel.separate(named: "room", observesPresence: true)])
            let own = try await host.events.next("join", \.presence)
            #expect(own.client.identifier == "host")
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("room")
            let join = try await host.events.next("join", \.presence)
            #expect(join.client.identifier == "guest" && join.occupancy == 2)
            try await guest.publish("hello", to: "room")
            #expect(try await host.message().message as? String == "hello")
            #expect(guest.events.all.compactMap(\.presence).isEmpty)
        }
    }

    @Test("A client that disconnects without a leave times out")
    func timeout() async throws {
        let clock = OriginManualClock()
        try await withOrigin(OriginConfiguration(limits: .withoutDeadlines, clock: clock)) { server, address in
            let observer = try await IntegrationClient.connected(address, as: "observer")
            let guest = try await IntegrationClient.connected(address, as: "guest") { $0.presenceHeartbeatTimeout = 30 }
            try await observer.observePresence("room")
            try await guest.subscribe("room")
            #expect(try await observer.events.next("join", \.presence).type == .join)
            // A long poll that is still in transit would make the client present again.
            #expect(await eventually { server.waitingCount == 2 })
            guest.pubnub.disconnect()
            _ = try await guest.events.next("didDisconnect", \.isDisconnected)
            clock.advance(by: .seconds(31))
            let event = try await observer.events.next("timeout", \.presence)
            #expect(event.type == .timeout && event.client.identifier == "guest" && event.occupancy == 0)
        }
    }

    @Test("After a change of identifier, an observer receives a leave and a join", arguments: [false, true])
    func changeOfIdentifier(catchUp: Bool) async throws {
        try await withOrigin { server, address in
            let observer = try await IntegrationClient.connected(address, as: "observer")
            let client = try await IntegrationClient.connected(address, as: "old")
            try await observer.observePresence("room")
            try await client.subscribe("room")
            // The leave would arrive before a long poll that is still in transit.
            #expect(await eventually { server.waitingCount == 2 })
            client.pubnub.setClientIdentifier("new", shouldCatchup: catchUp)
            let seen = try await observer.events.next(3, "presence", \.presence)
            #expect(seen.map(\.client.identifier) == ["old", "old", "new"])
            #expect(seen.map(\.type) == [.join, .leave, .join])
            _ = try await client.events.next("didSubscribe", \.subscribedNames)
            _ = try await client.events.next("didSubscribe again", \.subscribedNames)
            #expect(client.pubnub.clientIdentifier() == "new")
            try await observer.publish("for the new one", to: "room")
            #expect(try await client.message().message as? String == "for the new one")
        }
    }

    @Test("README Who is Here Now: of a channel, of a group, of everything; named, counted, with state")
    func hereNow() async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["hall", "attic"], toGroup: "house", subscribeKey: "demo")
            let one = try await IntegrationClient.connected(address, as: "one")
            let two = try await IntegrationClient.connected(address, as: "two")
            let hall = PNChannel.channel(withName: "hall")
            let cellar = PNChannel.channel(withName: "cellar")
            try await one.subscribe([hall, cellar], state: ["hall": ["seat": 4]])
            try await two.subscribe("hall")
            let named = try await one.hereNow([hall])
            #expect(named.participants(for: hall).map(\.identifier) == ["one", "two"])
            #expect(named.participantsCount(for: hall) == 2)
            let counted = try await one.hereNow([hall, cellar], identifiers: false)
            #expect(counted.participants(for: hall).isEmpty)
            #expect(counted.participantsCount(for: hall) == 2 && counted.participantsCount(for: cellar) == 1)
            let stated = try await one.hereNow([hall], state: true)
            #expect(stated.participants(for: hall).first?.state(for: hall)["seat"] as? Int == 4)
            let group = try await one.hereNow([PNChannelGroup(name: "house")])
            #expect(group.participantsCount(for: hall) == 2)
            let everything = try await one.hereNow()
            #expect(Set(everything.channels().map(\.name)) == ["hall", "cellar"])
            #expect(everything.participantsCount(for: cellar) == 1)
        }
    }
}
