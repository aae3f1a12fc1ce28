import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: PAM, with the origin's access manager enabled: rights are granted, revoked and expire")
struct AccessManagerTests {
    private let room = PNChannel.channel(withName: "room")

    @Test("Nothing is allowed before a grant and after its revocation")
    func deniedGrantedRevoked() async throws {
        try await withGuardedOrigin { origin in
            let guest = try await origin.client(key: "guest-key")
            await expectFailure(122) { try await guest.subscribe("room") }
            await expectFailure(122) { try await guest.publish("knock", to: "room") }
            await expectFailure(122) { try await guest.history("room") }
            await expectFailure(122) { try await guest.hereNow([room]) }
            #expect(try await guest.time() > 0)

            try await origin.admin.grant(.allAccessRights, on: [room], to: "guest-key")
            try await guest.subscribe("room")
            try await guest.publish("hello", to: "room")
            #expect(try await guest.message().message as? String == "hello")
            #expect(try await guest.history("room").count == 1)
            #expect(try await guest.hereNow([room]).participantsCount(for: room) == 1)

            _ = try await guest.events.next("first refusal", \.subscribingError)
            try await origin.admin.revoke(on: [room], of: "guest-key")
            let error = try await guest.events.next("loss of the right", \.subscribingError)
            #expect(error.code == 122 && error.names == ["room"])
            #expect(guest.pubnub.subscribedObjectsList().isEmpty && guest.pubnub.isConnected())
            await expectFailure(122) { try await guest.publish("let me in", to: "room") }
        }
    }

    @Test("Error 403 names the denied channels, then the denied groups; the other names are subscribed")
    func namesTheClosed() async throws {
        try await withGuardedOrigin { origin in
            let open = PNChannel.channel(withName: "open")
            try await origin.admin.grant(.allAccessRights, on: [open])
            let guest = try await origin.client(key: nil)
            let wanted: [any PNChannelProtocol] =
                PNChannel.channels(withNames: ["cellar", "open", "vault"]) + [PNChannelGroup(name: "crew")]
            let error = try await failure { try await guest.subscribe(wanted) }
            #expect(error.code == 122 && error.names == ["cellar", "vault"])
            #expect(try await guest.events.next("the rest", \.subscribedNames) == ["open"])
            let refusals = guest.events.all.compactMap(\.subscribingError)
            #expect(refusals.map(\.names) == [["cellar", "vault"], ["crew"]])
            #expect((refusals.last?.associatedObject as? [any PNChannelProtocol])?.first is PNChannelGroup)
            #expect(guest.pubnub.subscribedObjectsList().map(\.name) == ["open"])
            try await guest.publish("still works", to: "open")
            #expect(try await guest.message().message as? String == "still works")
        }
    }

    @Test("A revoked right ends the subscription of its channel, and no other")
    func losesOne() async throws {
        try await withGuardedOrigin { origin in
            let hall = PNChannel.channel(withName: "hall")
            try await origin.admin.grant(.allAccessRights, on: [room, hall], to: "guest-key")
            let guest = try await origin.client(key: "guest-key")
            try await guest.subscribe("room", "hall")
            try await origin.admin.revoke(on: [room], of: "guest-key")
            #expect(try await guest.events.next("refusal", \.subscribingError).names == ["room"])
            try await guest.publish("only here", to: "hall")
            #expect(try await guest.message().channel.name == "hall")
            #expect(guest.pubnub.subscribedObjectsList().map(\.name) == ["hall"])
        }
    }

    @Test("A right expires after its time, also for current subscribers")
    func expires() async throws {
        try await withGuardedOrigin { origin in
            let granted = try await origin.admin.grant(.allAccessRights, on: [room], to: "guest-key", minutes: 2)
            #expect(granted.accessRightsForClients(on: room).map(\.accessPeriodDuration) == [2])
            let guest = try await origin.client(key: "guest-key")
            try await guest.subscribe("room")
            origin.clock.advance(by: .seconds(119))
            try await guest.publish("in time", to: "room")
            #expect(try await guest.message().message as? String == "in time")
            origin.clock.advance(by: .seconds(1))
            await expectFailure(122) { try await guest.publish("too late", to: "room") }
            try await origin.admin.publish("not for you", to: "room")
            #expect(try await guest.events.next("end of the right", \.subscribingError).names == ["room"])
            #expect(guest.events.all.compactMap(\.message).count == 1)
            #expect(try await origin.admin.audit(on: [room], of: ["guest-key"]).rights(on: room) == [.noAccessRights])
        }
    }

    @Test("A period of 0 means no expiry, a negative one a day", arguments: [0, -1])
    func periods(minutes: Int) async throws {
        try await withGuardedOrigin { origin in
            try await origin.admin.grant(.writeAccessRight, on: [room], minutes: minutes)
            let guest = try await origin.client(key: nil)
            origin.clock.advance(by: .seconds(86_399))
            try await guest.publish("a day later", to: "room")
            origin.clock.advance(by: .seconds(1))
            if minutes == 0 {
                origin.clock.advance(by: .seconds(366 * 86_400))
                try await guest.publish("a year later", to: "room")
            } else {
                await expectFailure(122) { try await guest.publish("a day and no more", to: "room") }
            }
        }
    }

    @Test("An error of the access manager refers to the requested objects, in each family")
    func aboutWhatWasAsked() async throws {
        try await withGuardedOrigin { origin in
            let guest = try await origin.client(key: nil)
            let crew = PNChannelGroup(name: "crew")
            let message = try await failure { try await guest.publish("knock", to: "room") }
            #expect((message.associatedObject as? PNMessage)?.message as? String == "knock")
            let history = try await failure { try await guest.history("room") }
            #expect((history.associatedObject as? PNChannel)?.name == "room")
            #expect(try await failure { try await guest.hereNow([room, crew]) }.names == ["room", "crew"])
            let state = try await failure { try await guest.state(of: "other", on: room) }
            #expect((state.associatedObject as? PNClient)?.identifier == "other")
            let groups = try await failure { try await guest.groups(of: "ships") }
            #expect(groups.associatedObject as? String == "ships")
            let channels = try await failure { try await guest.channels(of: crew) }
            #expect((channels.associatedObject as? PNChannelGroup)?.name == "crew")
            let addition = try await failure { try await guest.add(["a", "b"], to: crew) }
            let change = addition.associatedObject as? PNChannelGroupChange
            #expect(change?.channels.map(\.name) == ["a", "b"] && change?.addingChannels == true)
            for error in [message, history, state, groups, channels, addition] { #expect(error.code == 122) }
        }
    }
}

extension PNAccessRightsCollection {
    /// The rights of keys on an object, sorted by key.
    func rights(on object: any PNChannelProtocol) -> [PNAccessRights] {
        accessRightsForClients(on: object).map(\.rights)
    }
}
