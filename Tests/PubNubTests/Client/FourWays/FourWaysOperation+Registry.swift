@testable import PubNub

extension FourWaysOperation {
    private static let groups = "/v1/channel-registration/sub-key/sub/channel-group"
    private static let spaces = "/v1/channel-registration/sub-key/sub/namespace"
    private static let done = #"{"status":200,"message":"OK","service":"channel-registry","error":false}"#

    static let registry = [
        Self(
            name: "groups",
            call: { client, ways in
                client.requestDefaultChannelGroups { ways.closure($0, $1, $2) }
            },
            request: "\(groups)?uuid=me",
            answer: registered(#"{"namespace":"","groups":["g","h"]}"#),
            success: Report("didReceiveChannelGroups:forNamespace", "nil g,h nil", "ChannelGroupsRequestComplete"),
            failure: Report("channelGroupsRequestDidFailWithError", "nil nil #", "ChannelGroupsRequestDidFailWithError")
        ),
        Self(
            name: "groups of a namespace",
            call: { client, ways in
                client.requestChannelGroups(forNamespace: "n") { ways.closure($0, $1, $2) }
            },
            request: "\(spaces)/n/channel-group?uuid=me",
            answer: registered(#"{"namespace":"n","groups":["g"]}"#),
            success: Report("didReceiveChannelGroups:forNamespace", "n n:g nil", "ChannelGroupsRequestComplete"),
            failure: Report("channelGroupsRequestDidFailWithError", "n nil #", "ChannelGroupsRequestDidFailWithError")
        ),
        Self(
            name: "namespaces",
            call: { client, ways in
                client.requestChannelGroupNamespaces { ways.closure($0?.joined(separator: ","), $1) }
            },
            request: "\(spaces)?uuid=me",
            answer: registered(#"{"sub_key":"sub","namespaces":["n","o"]}"#),
            success: Report("didReceiveChannelGroupNamespaces", "n,o nil", "ChannelGroupNamespacesRequestComplete"),
            failure: Report(
                "channelGroupNamespacesRequestDidFailWithError",
                "nil #",
                "ChannelGroupNamespacesRequestDidFailWithError"
            )
        ),
        Self(
            name: "namespace removal",
            call: { client, ways in
                client.removeChannelGroupNamespace("n") { ways.closure($0, $1) }
            },
            request: "\(spaces)/n/remove?uuid=me",
            answer: done,
            success: Report("didRemoveNamespace", "n nil", "ChannelGroupNamespaceRemovalComplete"),
            failure: Report(
                "namespaceRemovalDidFailWithError",
                "n #",
                "ChannelGroupNamespaceRemovalDidFailWithError"
            )
        ),
        Self(
            name: "group removal",
            call: { client, ways in
                client.remove(PNChannelGroup(name: "g", inNamespace: "n")) { ways.closure($0, $1) }
            },
            request: "\(spaces)/n/channel-group/g/remove?uuid=me",
            answer: done,
            success: Report("didRemove", "n:g nil", "ChannelGroupRemovalComplete"),
            failure: Report("channelGroupRemovalDidFailWithError", "n:g #", "ChannelGroupRemovalDidFailWithError")
        ),
        Self(
            name: "channels of a group",
            call: { client, ways in
                client.requestChannels(for: PNChannelGroup(name: "g")) { ways.closure($0, $1) }
            },
            request: "\(groups)/g?uuid=me",
            answer: registered(#"{"channels":["a","b"],"group":"g"}"#),
            success: Report("didReceiveChannelsFor", "g nil", "ChannelsForGroupRequestComplete"),
            failure: Report("channelsForGroupRequestDidFailWithError", "g #", "ChannelsForGroupRequestDidFailWithError")
        ),
        Self(
            name: "adding channels",
            call: { client, ways in
                client.addChannels(PNChannel.channels(withNames: ["a", "b c"]), to: PNChannelGroup(name: "g")) {
                    ways.closure($0, $1, $2)
                }
            },
            request: "\(groups)/g?add=a,b%20c&uuid=me",
            answer: done,
            success: Report("didAddChannels:to", "g a,b c nil", "GroupChannelsAdditionComplete"),
            failure: Report(
                "channelsAdditionToGroupDidFailWithError",
                "g a,b c #",
                "GroupChannelsAdditionDidFailWithError"
            )
        ),
        Self(
            name: "removing channels",
            call: { client, ways in
                client.removeChannels([PNChannel(name: "a")], from: PNChannelGroup(name: "g", inNamespace: "n")) {
                    ways.closure($0, $1, $2)
                }
            },
            request: "\(spaces)/n/channel-group/g?remove=a&uuid=me",
            answer: done,
            success: Report("didRemoveChannels:from", "n:g a nil", "GroupChannelsRemovalComplete"),
            failure: Report(
                "channelsRemovalFromGroupDidFailWithError",
                "n:g a #",
                "GroupChannelsRemovalDidFailWithError"
            )
        ),
    ]

    private static func registered(_ payload: String) -> String {
        #"{"status":200,"payload":\#(payload),"service":"channel-registry","error":false}"#
    }
}
