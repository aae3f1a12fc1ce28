import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// The client's knowledge of groups after calls: README "Channel Groups and Namespaces"; Documentation/WireProtocol.md, "Channel
/// groups".
@Suite struct RegistryTests {
    private let done = #"{"status":200,"message":"OK","service":"channel-registry","error":false}"#
    private let prefix = "/v1/channel-registration"

    /// A group with a name of its own: groups of one name share their data.
    private func group() -> PNChannelGroup { PNChannelGroup(name: "g-\(UUID())") }

    private func names(_ group: PNChannelGroup) -> [String] { group.channels.map(\.name) }

    @Test func theChannelsOfAGroupFollowItsChanges() {
        let scripted = ScriptedClient.connected()
        let group = group()
        scripted.client.requestChannels(for: group)
        scripted.reply(prefix, #"{"status":200,"payload":{"channels":["a","b"],"group":"g"},"error":false}"#)
        #expect(names(group) == ["a", "b"])
        scripted.client.addChannels(PNChannel.channels(withNames: ["b", "c"]), to: group)
        scripted.reply(prefix, done)
        #expect(names(group) == ["a", "b", "c"])
        scripted.client.removeChannels([PNChannel(name: "a")], from: group)
        scripted.reply(prefix, done)
        #expect(names(PNChannelGroup(name: group.name)) == ["b", "c"], "objects of one name are one group")
        scripted.client.remove(group)
        scripted.reply(prefix, done)
        #expect(names(group) == [])
    }

    @Test func aChangeThatFailsChangesNothing() {
        let scripted = ScriptedClient.connected()
        let group = group()
        scripted.client.addChannels([PNChannel(name: "a")], to: group)
        scripted.reply(prefix, done)
        scripted.client.addChannels([PNChannel(name: "b")], to: group)
        scripted.reply(prefix, status: 403, #"{"status":403,"message":"Forbidden","error":true}"#)
        scripted.client.remove(group)
        scripted.reply(prefix, status: 403, #"{"status":403,"message":"Forbidden","error":true}"#)
        #expect(names(group) == ["a"])
    }

    /// Changes of one group run in the order of their calls; other groups do not wait.
    @Test func changesOfOneGroupFollowOneAnother() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let first = group()
        let second = group()
        scripted.client.addChannels([PNChannel(name: "a")], to: first)
        scripted.client.removeChannels([PNChannel(name: "a")], from: first)
        scripted.client.addChannels([PNChannel(name: "a")], to: second)
        #expect(scripted.requested.map { $0.contains("?add=") } == [true, true])
        scripted.reply(prefix, done)
        #expect(scripted.requested.map { $0.contains("?remove=") } == [true])
    }

    /// Identical calls are calls of their own.
    @Test func eachOfTwoIdenticalCallsRunsItsClosure() {
        let scripted = ScriptedClient.connected()
        let called = Notes<String>()
        scripted.client.requestChannelGroupNamespaces { _, _ in called.add("first") }
        scripted.client.requestChannelGroupNamespaces { _, _ in called.add("second") }
        let answer = #"{"status":200,"payload":{"sub_key":"sub","namespaces":["n"]},"error":false}"#
        scripted.reply(prefix, answer)
        scripted.reply(prefix, answer)
        #expect(called.values == ["first", "second"])
    }

    /// Groups of a namespace are posted under its name.
    @Test func theNotificationNamesTheNamespace() {
        let scripted = ScriptedClient.connected()
        let payloads = Recorder()
        let name = Notification.Name(kPNClientChannelGroupsRequestCompleteNotification)
        let token = NotificationCenter.default.addObserver(forName: name, object: scripted.client, queue: nil) {
            let payload = $0.userInfo?[kPNNotificationPayloadKey]
            let groups = (payload as? [String: [PNChannelGroup]])?["n"] ?? []
            payloads.record(groups.map(\.name).joined(separator: ","))
        }
        scripted.client.requestChannelGroups(forNamespace: "n")
        scripted.reply(prefix, #"{"status":200,"payload":{"namespace":"n","groups":["g","h"]},"error":false}"#)
        NotificationCenter.default.removeObserver(token)
        #expect(payloads.all == ["n:g,n:h"])
    }
}
