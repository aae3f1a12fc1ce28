import Foundation
import PubNub

@testable import PubNubChat
@testable import PubNubSupport

/// The memberships of the service.
extension SimulatedService {
    struct Membership: Sendable {
        var status: String?
        var marker: Timetoken?
        var eTag = ""
        var updated = Date.distantPast
    }

    /// The last change of a membership by one client.
    struct MemberTouch: Sendable {
        let at: Timetoken
        let isEnd: Bool
    }

    /// The client that changes memberships of which no store knows anything: an administrator, or another device.
    static let stranger = -1

    /// Changes a membership, or begins it.
    mutating func setMember(_ key: MemberKey, by client: Int = Self.stranger, _ change: (inout Membership) -> Void) {
        var member = members[key] ?? Membership()
        change(&member)
        member.eTag = "e\(now)"
        member.updated = date
        members[key] = member
        everMembers.insert(key)
        if let marker = member.marker { highestMarkers[key] = max(highestMarkers[key] ?? 0, marker) }
        touchedMembers[key, default: [:]][client] = MemberTouch(at: now, isEnd: false)
        let custom = member.custom.map { String(decoding: $0, as: UTF8.self) } ?? "null"
        let status = member.status.map { "\"\($0)\"" } ?? "null"
        let version = #""eTag":"\#(member.eTag)","updated":"\#(ISODate.text(of: member.updated) ?? "")""#
        tellMember(key, #","status":\#(status),"custom":\#(custom),\#(version)"#, isDelete: false)
    }

    /// Ends a membership.
    mutating func removeMember(_ key: MemberKey, by client: Int = Self.stranger) {
        guard members.removeValue(forKey: key) != nil else { return }
        endedMembers.insert(key)
        touchedMembers[key, default: [:]][client] = MemberTouch(at: now, isEnd: true)
        if !keepsPresence { leave(key) }
        tellMember(key, "", isDelete: true)
    }

    /// The last change of a membership by somebody else than a store; nil without one.
    func foreignTouch(_ key: MemberKey, besides client: Int) -> MemberTouch? {
        touchedMembers[key]?.filter { $0.key != client }.values.max { $0.at < $1.at }
    }

    /// The response with a membership, without the metadata of the user.
    func member(_ key: MemberKey) -> ChatMember<Model>? {
        members[key].map { member in
            let channel = metadata(of: key.channel) ?? ChatChannel(id: key.channel)
            return self.member(key, member, on: channel, ChatUser(id: key.user))
        }
    }

    func member(
        _ key: MemberKey,
        _ member: Membership,
        on channel: ChatChannel<Model.Channel>,
        _ user: ChatUser<Model.User>
    ) -> ChatMember<Model> {
        var response = ChatMember<Model>(
            chatChannel: channel,
            chatUser: user,
            status: member.status,
            updated: member.updated,
            eTag: member.eTag
        )
        if let custom = member.custom { response.read(custom: custom) }
        return response
    }
}

extension SimulatedService.Membership {
    /// The custom data: the read marker.
    var custom: Data? { marker.map { Data(#"{"\#(ReadMarker.key)":"\#($0)"}"#.utf8) } }
}

extension SharedService {
    /// Changes or begins a membership for a client.
    func setMember(
        _ key: SimulatedService.MemberKey,
        by client: Int,
        _ change: (inout SimulatedService.Membership) -> Void
    ) {
        edit { service in
            service.tick()
            service.setMember(key, by: client, change)
        }
    }

    /// Ends a membership for a client.
    func removeMember(_ key: SimulatedService.MemberKey, by client: Int) {
        edit { service in
            service.tick()
            service.removeMember(key, by: client)
        }
    }

    /// Deletes a message from history.
    func erase(_ id: String) {
        edit { service in
            service.tick()
            service.erase(id)
        }
    }
}
