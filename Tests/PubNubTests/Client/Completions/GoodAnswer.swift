import PubNubTestSupport
import PubNubWire

@testable import PubNub
@testable import PubNubCore

/// The responses of a working service.
enum GoodAnswer {
    static func body(for request: TransportRequest) -> String {
        let parts = request.path.split(separator: "?", maxSplits: 1)
        guard let route = Route.match(verb: request.verb, path: parts[0])?.route else { return "{}" }
        let query = parts.count > 1 ? parts[1] : ""
        switch route {
        case .time: return "[15000000000000000]"
        case .publish, .publishCompressed, .signal: return ScriptedClient.sent
        case .subscribe, .subscribeV2: return Page.empty(15_000_000_000_000_001)
        case .leave, .heartbeat: return leave
        case .history: return #"[["x"],15000000000000001,15000000000000002]"#
        case .batchHistory, .historyWithActions: return #"{"status":200,"channels":{}}"#
        case .messageCounts, .historyDeletion: return "{}"  // for other clients
        case .hereNow: return #"{"status":200,"message":"OK","service":"Presence","uuids":["u"],"occupancy":1}"#
        case .hereNowGlobal: return presence(#"{"channels":{},"total_channels":0,"total_occupancy":0}"#)
        case .whereNow: return presence(#"{"channels":["a"]}"#)
        case .state, .stateUpdate: return presence(#"{"k":1}"#)
        case .channelGroups, .namespaceGroups: return registry(#""payload":{"namespace":"n","groups":["g"]}"#)
        case .namespaces: return registry(#""payload":{"sub_key":"sub","namespaces":["n"]}"#)
        case .groupChannels, .namespaceGroupChannels:
            return isChange(query) ? registry(ok) : registry(#""payload":{"channels":["a"],"group":"g"}"#)
        case .namespaceRemoval, .groupRemoval, .namespaceGroupRemoval: return registry(ok)
        case .pushChannels, .pushChannelsV2: return isChange(query) ? #"[1,"Modified Channels"]"# : #"["a"]"#
        case .pushRemoval, .pushRemovalV2: return #"[1,"Removed Device"]"#
        case .users, .channels, .memberships, .membershipsChange, .members, .membersChange:
            return #"{"status":200,"data":[]}"#
        case .messageActions: return #"{"status":200,"data":[]}"#
        case .messageActionAddition, .messageActionRemoval: return #"{"status":200,"data":{}}"#
        case .user, .userChange, .userRemoval, .channel, .channelChange, .channelRemoval:
            return #"{"status":200,"data":null}"#
        case .tokenGrant:
            return #"{"data":{"message":"Success","token":"qEF2"},"service":"Access Manager","status":200}"#
        case .tokenRevocation:
            return #"{"data":{"message":"Success"},"service":"Access Manager","status":200}"#
        case .fileUploadAddress, .fileUpload, .files, .fileDownload, .fileContent, .fileRemoval:
            return #"{"status":200,"data":null}"#
        case .filePublish, .filePublishBody: return #"[1,"Sent","15000000000000001"]"#
        case .grant, .audit, .grantV2, .auditV2:
            return #"{"status":200,"service":"Access Manager","message":"Success","payload":"#
                + #"{"level":"channel","subscribe_key":"sub","ttl":1,"channels":{"a":{"r":1,"w":0,"m":0}}}}"#
        }
    }

    static let leave = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#

    private static let ok = #""message":"OK""#

    private static func isChange(_ query: Substring) -> Bool {
        query.split(separator: "&").contains { $0.hasPrefix("add=") || $0.hasPrefix("remove=") }
    }

    private static func presence(_ payload: String) -> String {
        #"{"status":200,"message":"OK","service":"Presence","payload":\#(payload)}"#
    }

    private static func registry(_ member: String) -> String {
        #"{"status":200,\#(member),"service":"channel-registry","error":false}"#
    }
}
