import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// RFC 3986, section 5.2.4: software that normalises a URL removes the segments `.` and `..`, so that such a name would change
/// the request.
@Suite("Names that proxies would remove from the path of a request")
struct DotNameTests {
    typealias Call = @Sendable (_ client: PubNub, _ name: String, _ ended: @escaping (PNError?) -> Void) -> Void
    typealias StatusCall =
        @Sendable (_ client: PubNub, _ name: String, _ ended: @escaping ((any PNErrorStatus)?) -> Void) -> Void

    /// Each call reports the error that its closure receives; nil for success.
    static let channels: [Call] = [
        { client, name, ended in
            client.sendMessage("m", to: PNChannel(name: name)) { if $0 != .sending { ended($1 as? PNError) } }
        },
        { client, name, ended in client.subscribe(on: [PNChannel(name: name)]) { ended($2) } },
        { client, name, ended in client.subscribe(on: [PNChannel(name: "a"), PNChannel(name: name)]) { ended($2) } },
        { client, name, ended in client.subscribe(on: [PNChannel(name: name + "-pnpres")]) { ended($2) } },
        { client, name, ended in client.unsubscribe(from: [PNChannel(name: name)]) { ended($1) } },
        { client, name, ended in client.enablePresenceObservation(for: [PNChannel(name: name)]) { ended($1) } },
        { client, name, ended in client.disablePresenceObservation(for: [PNChannel(name: name)]) { ended($1) } },
        { client, name, ended in client.requestHistory(for: PNChannel(name: name), from: nil) { ended($4) } },
        { client, name, ended in
            client.requestFullHistory(for: PNChannel(name: name), withCompletionBlock: { ended($4) })
        },
        { client, name, ended in client.requestParticipantsList(for: [PNChannel(name: name)]) { ended($2) } },
        { client, name, ended in client.requestClientState("u", forObject: PNChannel(name: name)) { ended($1) } },
        { client, name, ended in
            client.updateClientState("u", state: ["k": 1], forObject: PNChannel(name: name)) { ended($1) }
        },
        { client, name, ended in
            client.addChannels([PNChannel(name: name)], to: PNChannelGroup(name: "g")) { ended($2) }
        },
        { client, name, ended in
            client.removeChannels([PNChannel(name: name)], from: PNChannelGroup(name: "g")) { ended($2) }
        },
        { client, name, ended in
            let token = Data(repeating: 7, count: 32)
            client.enablePushNotifications(on: PNChannel(name: name), withDevicePushToken: token) { ended($1) }
        },
        { client, name, ended in
            client.changeAccessRights(
                forClients: ["k"],
                object: PNChannel(name: name),
                to: .readAccessRight,
                onPeriod: 1
            ) { ended($1) }
        },
    ]

    static let groups: [(code: Int, call: Call)] = [
        (115, { client, name, ended in client.subscribe(on: [PNChannelGroup(name: name)]) { ended($2) } }),
        (
            116,
            { client, name, ended in client.subscribe(on: [PNChannelGroup(name: "g", inNamespace: name)]) { ended($2) }
            }
        ),
        (115, { client, name, ended in client.requestChannels(for: PNChannelGroup(name: name)) { ended($1) } }),
        (115, { client, name, ended in client.remove(PNChannelGroup(name: name)) { ended($1) } }),
        (116, { client, name, ended in client.requestChannelGroups(forNamespace: name) { ended($2) } }),
        (116, { client, name, ended in client.removeChannelGroupNamespace(name) { ended($1) } }),
        (
            115,
            { client, name, ended in
                client.addChannels([PNChannel(name: "a")], to: PNChannelGroup(name: name)) { ended($2) }
            }
        ),
        (
            115,
            { client, name, ended in client.requestClientState("u", forObject: PNChannelGroup(name: name)) { ended($1) }
            }
        ),
    ]

    static let identifiers: [Call] = [
        { client, name, ended in client.requestParticipantChannelsList(name) { ended($2) } },
        { client, name, ended in client.requestClientState(name, forObject: PNChannel(name: "a")) { ended($1) } },
        { client, name, ended in
            client.updateClientState(name, state: ["k": 1], forObject: PNChannel(name: "a")) { ended($1) }
        },
    ]

    static let statuses: [StatusCall] = [
        { client, name, ended in client.signal("s", channel: name) { ended($0) } },
        { client, name, ended in client.publish("m", toChannel: name, mobilePushPayload: nil) { ended($0) } },
        { client, name, ended in client.fetchHistory(with: PNHistoryFetchRequest(channels: [name])) { ended($1) } },
        { client, name, ended in
            client.fetchHistory(with: PNHistoryFetchRequest(channels: ["a", name])) { ended($1) }
        },
        { client, name, ended in
            client.fetchMessagesCount(
                with: PNHistoryMessagesCountRequest(channels: ["a", name], timetokens: [1])
            ) { ended($1) }
        },
        { client, name, ended in
            client.deleteMessages(with: PNHistoryMessagesDeleteRequest(channel: name)) { ended($0) }
        },
        { client, name, ended in
            client.fetchMessageActions(with: PNFetchMessageActionsRequest(channel: name)) { ended($1) }
        },
        { client, name, ended in
            let request = PNRemoveMessageActionRequest(channel: name, messageTimetoken: 1)
            request.actionTimetoken = 2
            client.removeMessageAction(with: request) { ended($0) }
        },
        { client, name, ended in client.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: name)) { ended($1) } },
        { client, name, ended in client.setUUIDMetadataWith(PNSetUUIDMetadataRequest(uuid: name)) { ended($0) } },
        { client, name, ended in client.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: name)) { ended($0) }
        },
        { client, name, ended in
            client.channelMetadata(with: PNFetchChannelMetadataRequest(channel: name)) { ended($1) }
        },
        { client, name, ended in client.memberships(with: PNFetchMembershipsRequest(uuid: name)) { ended($1) } },
        { client, name, ended in
            client.setMembershipsWith(PNSetMembershipsRequest(uuid: "u", channels: [["channel": name]])) { ended($0) }
        },
        { client, name, ended in
            client.removeChannelMembers(with: PNRemoveChannelMembersRequest(channel: "c", uuids: [name])) { ended($0) }
        },
    ]

    private func client() -> ScriptedClient {
        let configuration = PNConfiguration(
            origin: "origin.test",
            publishKey: "pub",
            subscribeKey: "sub",
            secretKey: "secret",
            cipherKey: nil
        )
        return .connected(configuration)
    }

    private func outcome(of call: Call, _ name: String) -> (error: PNError?, posted: Int, requests: [String]) {
        let scripted = client()
        let errors = Notes<PNError?>()
        let posted = NotificationNotes(of: scripted.client)
        call(scripted.client, name) { errors.add($0) }
        let requests = scripted.requested
        #expect(errors.values.count == 1, "a call ends once")
        return (errors.values.first ?? nil, posted.errors.count, requests)
    }

    @Test("Channels named . or .. are refused by every call with error 117", arguments: [".", ".."])
    func channels(name: String) {
        for (index, call) in Self.channels.enumerated() {
            let (error, posted, requests) = outcome(of: call, name)
            #expect(error?.code == 117, "call \(index)")
            #expect(error?.localizedFailureReason?.contains("'..'") == true, "call \(index): the reason is the name")
            #expect(posted == 1, "call \(index): the error is posted once")
            #expect(requests == [], "call \(index)")
        }
    }

    @Test("Channel groups and namespaces named . or .. are refused with error 115 or 116", arguments: [".", ".."])
    func groups(name: String) {
        for (index, row) in Self.groups.enumerated() {
            let (error, posted, requests) = outcome(of: row.call, name)
            #expect(error?.code == row.code, "call \(index)")
            #expect(posted == 1, "call \(index): the error is posted once")
            #expect(requests == [], "call \(index)")
        }
    }

    @Test("Client identifiers that are . or .., empty or too long are refused", arguments: [".", "..", "", longName])
    func identifiers(name: String) {
        for (index, call) in Self.identifiers.enumerated() {
            let (error, posted, requests) = outcome(of: call, name)
            #expect(error?.code == kPNUnknownError, "call \(index)")
            #expect(error?.localizedDescription.contains("identifier") == true, "call \(index)")
            #expect(posted == 1, "call \(index): the error is posted once")
            #expect(requests == [], "call \(index)")
        }
    }

    private static let longName = String(repeating: "n", count: 93)

    @Test("Calls that end with a status refuse . and .. as well", arguments: [".", ".."])
    func statuses(name: String) {
        for (index, call) in Self.statuses.enumerated() {
            let scripted = client()
            let errors = Notes<Bool?>()
            call(scripted.client, name) { errors.add($0?.isError) }
            #expect(scripted.requested == [], "call \(index)")
            #expect(errors.values == [true], "call \(index)")
        }
    }

    @Test("A device token that is . or .. is refused", arguments: [".", ".."])
    func tokens(token: String) {
        let scripted = client()
        let codes = Notes<Int?>()
        let data = Data(token.utf8)
        let channel = PNChannel(name: "a")
        scripted.client.enablePushNotifications(on: channel, withDevicePushToken: data, type: .fcm) {
            codes.add($1?.code)
        }
        scripted.client.disablePushNotifications(on: channel, withDevicePushToken: data, type: .fcm) {
            codes.add($1?.code)
        }
        scripted.client.removeAllPushNotifications(forDevicePushToken: data, type: .fcm) { codes.add($0?.code) }
        scripted.client.requestPushNotificationEnabledChannels(forDevicePushToken: data, type: .fcm) {
            codes.add($1?.code)
        }
        #expect(scripted.requested == [])
        #expect(codes.values == Array(repeating: kPNUnknownError, count: 4))
    }

    @Test("A client neither accepts an identifier . or .. nor connects with one, or with such a key")
    func configuration() {
        let scripted = client()
        scripted.client.setClientIdentifier("..")
        #expect(scripted.client.clientIdentifier() == "me")
        #expect(scripted.reported == ["error \(kPNUnknownError)"])
        for (publish, subscribe, user) in [("..", "sub", "u"), ("pub", ".", "u"), ("pub", "sub", "..")] {
            let configuration = PNConfiguration(publishKey: publish, subscribeKey: subscribe, userID: user)
            let scripted = ScriptedClient(configuration)
            let errors = Notes<PNError?>()
            scripted.client.connect(successBlock: { _ in }, errorBlock: { errors.add($0) })
            #expect(scripted.requested == [])
            #expect(errors.values.map { $0?.code } == [kPNClientConfigurationError])
        }
    }
}
