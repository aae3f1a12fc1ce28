import Foundation
import GRDB
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A read marker only moves forward, unless the user marks messages as unread")
struct MarkerTests {
    private func marker(_ device: ChatDevice, is timetoken: Timetoken) async throws {
        try await device.store.wait("the marker \(timetoken)") {
            try ChatUnreadCount.fetchOne($0, id: "room")
        } until: {
            $0?.lastRead == timetoken && $0?.isPending == false
        }
    }

    @Test("A device that was offline does not move back the marker of another one, and both count the same")
    func offlineDevice() async throws {
        try await withOrigin { _, address in
            let bob = try await IntegrationClient.connected(address, as: "bob")
            let one = try await ChatDevice(address, as: "ann", on: ["room"])
            let two = try await ChatDevice(address, as: "ann", on: ["room"])
            for device in [one, two] { try await device.provider.subscribe(to: ["ann"]) }
            try await one.data.join(["room"])
            var times: [Timetoken] = []
            for text in ["1", "2", "3"] { times.append(try await bob.say(text, on: "room")) }
            for device in [one, two] {
                try await device.store.wait("three messages") {
                    try ChatUnreadCount.fetchOne($0, id: "room")?.count
                } until: {
                    $0 == 3
                }
            }
            two.provider.disconnect()
            _ = try await two.events.next("disconnected") { if case .disconnected = $0 { true } else { nil } }
            try await two.data.markRead("room", upTo: times[0])
            try await one.data.markRead("room", upTo: times[2])
            try await marker(one, is: times[2])
            try await two.connect()
            try await marker(two, is: times[2])
            #expect(try one.unread("room")?.count == 0 && two.unread("room")?.count == 0)
            // A marker that is earlier than the stored one changes nothing.
            try await one.data.markRead("room", upTo: times[0])
            #expect(try one.unread("room")?.lastRead == times[2])
            try await one.data.markUnread("room", from: times[1])
            try await marker(one, is: times[1] - 1)
            try await marker(two, is: times[1] - 1)
            #expect(try two.unread("room")?.count == 2)
            for device in [one, two] { try await device.close() }
        }
    }

    @Test("Messages that were marked as unread without a connection stay read if another device has read more")
    func staleUnread() async throws {
        try await withOrigin { _, address in
            let one = try await Rig(address)
            let two = try await Rig(address)
            try await one.data.join(["room"])
            try await two.data.syncRemoteChannelMembers(.init(userId: "me"))
            let start = try #require(
                try await two.store.read { try ChatUnreadCount.fetchOne($0, id: "room")?.lastRead }
            )
            two.client.pubnub.disconnect()
            try await two.data.markUnread("room", from: 5)
            #expect(try await two.store.read { try ChatUnreadCount.fetchOne($0, id: "room")?.lastRead } == 4)
            try await one.data.markRead("room", upTo: start + 9)
            try await two.client.connect()
            await two.data.sendPendingMarkers()
            let row = try await two.store.read { try ChatUnreadCount.fetchOne($0, id: "room") }
            #expect(row?.lastRead == start + 9 && row?.isPending == false)
            try await two.data.markUnread("room", from: 5)
            try await one.data.syncRemoteChannelMembers(.init(userId: "me"))
            #expect(try await one.store.read { try ChatUnreadCount.fetchOne($0, id: "room")?.lastRead } == 4)
        }
    }

    private func marker(of rig: Rig) throws -> ChatUnreadCount? {
        try rig.store.read { try ChatUnreadCount.fetchOne($0, id: "room") }
    }

    /// Joins the room, and marks it as read ten units after the first marker, which is returned.
    private func joinAndRead(_ rig: Rig) async throws -> Timetoken {
        try await rig.data.join(["room"])
        let start = try #require(try marker(of: rig)?.lastRead)
        try await rig.data.markRead("room", upTo: start + 10)
        try await isSent(start + 10, by: rig)
        return start
    }

    /// Waits until the service has the marker of a device, and expects the messages after it to be unread everywhere.
    private func isSent(_ timetoken: Timetoken, by rig: Rig) async throws {
        try await rig.store.wait("the marker at the service") {
            try ChatUnreadCount.fetchOne($0, id: "room")?.isPending
        } until: {
            $0 == false
        }
        let other = try await Rig(rig.address)
        try await other.data.syncRemoteChannelMembers(.init(userId: "me"))
        #expect(try marker(of: rig)?.lastRead == timetoken && marker(of: other)?.lastRead == timetoken)
    }

    @Test("Messages stay marked as unread when the own marker before arrives after that")
    func ownMarkerInFlight() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["room"])
            let start = try #require(try marker(of: rig)?.lastRead)
            rig.held.holdMembershipWrite()
            let reading = Task { try await rig.data.markRead("room", upTo: start + 10) }
            let send = try await rig.held.next()
            try await rig.data.markUnread("room", from: start + 8)
            send()
            try await reading.value
            try await isSent(start + 7, by: rig)
        }
    }

    @Test("Messages stay marked as unread when the service has own markers whose responses were lost")
    func lostOwnMarkers() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["room"])
            let start = try #require(try marker(of: rig)?.lastRead)
            // Another device of the user stands for a request whose response did not arrive.
            let twin = try await Rig(rig.address)
            try await twin.data.syncRemoteChannelMembers(.init(userId: "me"))
            try await rig.offline {
                try await rig.data.markRead("room", upTo: start + 10)
                try await rig.data.markUnread("room", from: start + 8)
                try await rig.data.markUnread("room", from: start + 6)
            }
            try await twin.data.markRead("room", upTo: start + 10)
            await rig.data.sendPendingMarkers()
            try await isSent(start + 5, by: rig)
            try await twin.data.syncRemoteChannelMembers(.init(userId: "me"))
            try await rig.offline { try await rig.data.markUnread("room", from: start + 4) }
            // The service confirmed the marker, so the earlier ones are forgotten, and the other device decides.
            try await twin.data.markRead("room", upTo: start + 10)
            await rig.data.sendPendingMarkers()
            try await isSent(start + 10, by: rig)
        }
    }

    @Test("A move back after joining again is sent, although the end of the earlier membership arrives after it")
    func movedAfterJoiningAgain() async throws {
        try await withRig { _, rig in
            let start = try await joinAndRead(rig)
            rig.held.holdMembershipWrite()
            let leaving = Task { try await rig.data.leave(["room"]) }
            let sendLeave = try await rig.held.next()
            let joining = Task { try await rig.data.join(["room"]) }
            let kinds: @Sendable (Database) throws -> [ChatOutboxEntry.Kind] = {
                try ChatOutboxEntry.fetchAll($0).map(\.kind)
            }
            try await rig.store.wait("the join", kinds) { $0.contains(.join) }
            let moving = Task { try await rig.data.markUnread("room", from: start + 8) }
            try await rig.store.wait("the marker", kinds) { $0.contains(.marker) }
            sendLeave()
            try await leaving.value
            #expect(try await joining.value == ["room"])
            try await moving.value
            try await isSent(start + 7, by: rig)
            #expect(try marker(of: rig)?.lastRead == start + 7)
        }
    }

    @Test("Of two quick moves back the second one applies, and the response to the first one does not undo it")
    func twoMovesBack() async throws {
        try await withRig { _, rig in
            let start = try await joinAndRead(rig)
            rig.held.holdMembershipWrite()
            let moving = Task { try await rig.data.markUnread("room", from: start + 8) }
            let send = try await rig.held.next()
            try await rig.data.markUnread("room", from: start + 6)
            send()
            try await moving.value
            try await isSent(start + 5, by: rig)
        }
    }

    @Test("R1.8: messages stay marked as unread when the membership begins after that")
    func unreadBeforeJoining() async throws {
        try await withRig { _, rig in
            try await rig.offline {
                try await rig.data.join(["room"])
                try await rig.data.markUnread("room", from: 8)
            }
            try await rig.data.sendOutbox()
            try await isSent(7, by: rig)
        }
    }

    @Test("R1.8: a marker that the user replaces before the service confirms it stays an own one")
    func ownMarkersInBetween() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["room"])
            let start = try #require(try marker(of: rig)?.lastRead)
            // Another device of the user stands for a request whose response did not arrive.
            let twin = try await Rig(rig.address)
            try await twin.data.syncRemoteChannelMembers(.init(userId: "me"))
            try await rig.offline {
                try await rig.data.markRead("room", upTo: start + 10)
                try await rig.data.markUnread("room", from: start + 8)
                try await rig.data.markRead("room", upTo: start + 9)
                try await rig.data.markUnread("room", from: start + 6)
            }
            try await twin.data.markRead("room", upTo: start + 7)
            await rig.data.sendPendingMarkers()
            try await isSent(start + 5, by: rig)
        }
    }

    @Test("R1.8: reading some of the messages that were marked as unread leaves the others unread")
    func readAfterUnread() async throws {
        try await withRig { _, rig in
            let start = try await joinAndRead(rig)
            try await rig.offline {
                try await rig.data.markUnread("room", from: start + 3)
                try await rig.data.markRead("room", upTo: start + 6)
            }
            await rig.data.sendPendingMarkers()
            try await isSent(start + 6, by: rig)
            try await rig.offline {
                try await rig.data.markUnread("room", from: start + 3)
                try await rig.data.markRead("room", upTo: start + 12)
            }
            await rig.data.sendPendingMarkers()
            try await isSent(start + 12, by: rig)
        }
    }

    @Test("A marker changes one key of the membership, which an administrator changed in the meantime")
    func administrator() async throws {
        try await withOrigin { _, address in
            let ann = try await Rig(address, as: "ann")
            let admin = try await Rig(address, as: "admin")
            try await ann.data.join(["room"])
            try await admin.data.changeRemoteMember(channelId: "room", userId: "ann") { member in
                member.status = "moderator"
                member.custom.role = "moderator"
            }
            let time = try await ann.client.time()
            try await ann.data.markRead("room", upTo: time)
            try await admin.data.syncRemoteUserMembers(.init(channelId: "room"))
            for rig in [ann, admin] {
                let member = try #require(try rig.store.member("room", "ann"))
                #expect(member.status == "moderator" && member.custom.role == "moderator")
                #expect(try rig.store.memberCustom("room", "ann")["lastReadMessageTimetoken"] == .string("\(time)"))
            }
            let write = try #require(ann.sent.all.last { $0.contains("\(time)") && $0.contains("set") })
            #expect(!write.contains(#""status""#) && !write.contains(#""type""#))
        }
    }

    @Test("A user who was removed from a channel does not join it again by reading")
    func removedMember() async throws {
        try await withOrigin { _, address in
            let ann = try await Rig(address, as: "ann")
            let admin = try await Rig(address, as: "admin")
            try await ann.data.join(["room"])
            let member = Member(channelId: "room", userId: "ann")
            try await admin.data.removeRemoteMemberships(
                .init(members: [member], modificationDirection: .modifyUsersByChannel)
            )
            try await ann.data.markRead("room", upTo: try await ann.client.time())
            #expect(try await admin.data.syncRemoteUserMembers(.init(channelId: "room")).members.isEmpty)
        }
    }

    @Test("R5.1: a visitor has no read marker, also after a membership ended: reading does not begin one again")
    func visitor() async throws {
        try await withOrigin { _, address in
            let admin = try await ChatDevice(address, as: "admin", on: ["room"])
            let ann = try await ChatDevice(address, as: "ann", on: ["room", "ann"])
            let annsMembership = MembersModifyRequest<TestCustom>(
                members: [Member(channelId: "room", userId: "ann")],
                modificationDirection: .modifyUsersByChannel
            )
            for end in ["kick", "leave"] {
                try await ann.data.join(["room"])
                if end == "kick" {
                    try await admin.data.removeRemoteMemberships(annsMembership)
                } else {
                    try await ann.data.leave(["room"])
                }
                // The events of the membership arrive before this message.
                try await admin.say(end, end, on: "room")
                try await ann.wait(for: end, end)
                try await ann.store.wait("ann is a visitor") {
                    try PubNubManagedMember.visitorsBy(channelID: "room").fetchAll($0).compactMap(\.userId)
                } until: {
                    $0.contains("ann")
                }
                let error = ChatError.missingRequiredData("membership of ann in room")
                await #expect(throws: error) { try await ann.data.markRead("room") }
                await #expect(throws: error) { try await ann.data.markUnread("room", from: 5) }
                #expect(try ann.data.outbox().isEmpty)
                // A marker that an earlier version left.
                let time = try await ann.client.time()
                let isMoved = try await ann.store.write { try Ledger(db: $0).mark("room", readUpTo: time) }
                #expect(isMoved)
                await ann.data.sendPendingMarkers()
                #expect(try ann.unread("room")?.isPending == false)
                #expect(try await admin.data.syncRemoteUserMembers(.init(channelId: "room")).members.isEmpty)
            }
            for device in [admin, ann] { try await device.close() }
        }
    }

    @Test("R1.5: a user who leaves while a marker is being sent is not a member again")
    func leavingWhileReading() async throws {
        try await withRig { _, rig in
            try await rig.data.join(["room"])
            let start = try #require(try marker(of: rig)?.lastRead)
            rig.held.holdMembershipWrite()
            let reading = Task { try await rig.data.markRead("room", upTo: start + 10) }
            let send = try await rig.held.next()
            let own = Member(channelId: "room", userId: "me")
            let leaving = Task {
                try await rig.data.removeRemoteMemberships(
                    .init(members: [own], modificationDirection: .modifyChannelsByUser)
                )
            }
            // Time in which the removal would arrive before the marker.
            _ = try await rig.client.time()
            send()
            try await reading.value
            try await leaving.value
            let admin = try await Rig(rig.address, as: "admin")
            #expect(try await admin.data.syncRemoteUserMembers(.init(channelId: "room")).members.isEmpty)
            #expect(try rig.store.member("room", "me") == nil)
        }
    }

    @Test("R1.10: markers of calls at the same time take at most two writes, also if the provider sends by itself")
    func paceOfConcurrentCalls() async throws {
        try await withOrigin { _, address in
            let pauses = IntegrationInbox<CheckedContinuation<Void, Never>>()
            let rig = try await Rig(
                address,
                markerPause: {
                    await withCheckedContinuation { pauses.put($0) }
                }
            )
            try await rig.data.join(["room"])
            rig.data.beginSending()
            let time = try await rig.client.time()
            let before = rig.sent.all.count { $0.hasSuffix("}") && $0.contains("set") && $0.contains("room") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask { try await rig.data.markRead("room", upTo: time + Timetoken(number)) }
                }
                try await group.waitForAll()
            }
            try await pauses.next { $0 }.resume()
            try await pauses.next { $0 }.resume()
            let row = try await rig.store.read { try ChatUnreadCount.fetchOne($0, id: "room") }
            #expect(row?.lastRead == time + 99 && row?.isPending == false)
            let after = rig.sent.all.count { $0.hasSuffix("}") && $0.contains("set") && $0.contains("room") }
            #expect((1...2).contains(after - before))
            await rig.data.endSending()
        }
    }

    @Test("A marker whose attempt failed is sent after the pause, without another call")
    func repeatedAfterPause() async throws {
        try await withOrigin { server, address in
            let pauses = IntegrationInbox<CheckedContinuation<Void, Never>>()
            let rig = try await Rig(
                address,
                markerPause: {
                    await withCheckedContinuation { pauses.put($0) }
                }
            )
            try await rig.data.join(["room"])
            rig.data.beginSending()
            let time = try await rig.client.time()
            server.faults = FaultPlan(rules: [FaultRule(.status(503), family: .objects)])
            try await rig.data.markRead("room", upTo: time)
            #expect(try marker(of: rig)?.isPending == true)
            let pause = try await pauses.next { $0 }
            server.faults = FaultPlan()
            pause.resume()
            try await isSent(time, by: rig)
            await rig.data.endSending()
        }
    }

    @Test("A hundred markers in a second take two writes, and the last one applies")
    func pace() async throws {
        try await withOrigin { _, address in
            let pauses = IntegrationInbox<CheckedContinuation<Void, Never>>()
            let rig = try await Rig(
                address,
                markerPause: {
                    await withCheckedContinuation { pauses.put($0) }
                }
            )
            try await rig.data.join(["room"])
            let time = try await rig.client.time()
            let before = rig.sent.all.count { $0.hasSuffix("}") && $0.contains("set") && $0.contains("room") }
            for number in 0..<100 { try await rig.data.markRead("room", upTo: time + Timetoken(number)) }
            try await pauses.next { $0 }.resume()
            try await pauses.next { $0 }.resume()
            let row = try await rig.store.read { try ChatUnreadCount.fetchOne($0, id: "room") }
            #expect(row?.lastRead == time + 99 && row?.isPending == false)
            let after = rig.sent.all.count { $0.hasSuffix("}") && $0.contains("set") && $0.contains("room") }
            #expect(after - before == 2)
        }
    }
}
