import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Channel groups".
@Suite("ChannelRegistryEndpoints")
struct ChannelRegistryEndpointsTests {
    private typealias Registry = ChannelRegistryEndpoints

    private let prefix = "/v1/channel-registration/sub-key/sub"
    private let tail = "pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me"
    private let plain = GroupAddress(name: "friends")
    private let spaced = GroupAddress(name: "b lue", namespace: "te+am")

    @Test("Requests lists of groups and namespaces")
    func listRequests() {
        #expect(Requests.resource(Registry.groups(namespace: nil)) == "\(prefix)/channel-group?\(tail)")
        #expect(
            Requests.resource(Registry.groups(namespace: "te am")) { $0.authorizationKey = "k" }
                == "\(prefix)/namespace/te%20am/channel-group?auth=k&\(tail)"
        )
        #expect(Requests.resource(Registry.namespaces()) == "\(prefix)/namespace?\(tail)")
    }

    @Test("Requests one group, with and without a namespace")
    func groupRequests() {
        #expect(Requests.resource(Registry.channels(of: plain)) == "\(prefix)/channel-group/friends?\(tail)")
        #expect(
            Requests.resource(Registry.channels(of: spaced))
                == "\(prefix)/namespace/te%2Bam/channel-group/b%20lue?\(tail)"
        )
        #expect(
            Requests.resource(Registry.add(["a", "b c", "d~"], to: plain))
                == "\(prefix)/channel-group/friends?add=a,b%20c,d%7E&\(tail)"
        )
        #expect(
            Requests.resource(Registry.remove(["a"], from: spaced)) { $0.authorizationKey = "k" }
                == "\(prefix)/namespace/te%2Bam/channel-group/b%20lue?remove=a&auth=k&\(tail)"
        )
    }

    @Test("Requests removals")
    func removalRequests() {
        #expect(
            Requests.resource(Registry.removeNamespace("te am")) == "\(prefix)/namespace/te%20am/remove?\(tail)"
        )
        #expect(Requests.resource(Registry.removeGroup(plain)) == "\(prefix)/channel-group/friends/remove?\(tail)")
        #expect(
            Requests.resource(Registry.removeGroup(spaced))
                == "\(prefix)/namespace/te%2Bam/channel-group/b%20lue/remove?\(tail)"
        )
    }

    private func answer(_ payload: String) -> String {
        #"{"status": 200, "payload": \#(payload), "service": "channel-registry", "error": false}"#
    }

    /// The members `namespace`, `sub_key` and `group` only repeat the request.
    @Test("Reads lists without the members that repeat the request, and refuses a body without the list")
    func lists() {
        let groups = Registry.groups(namespace: nil)
        #expect(Replies.value(groups, answer(#"{"namespace":"","groups":["a","b"]}"#)) == ["a", "b"])
        #expect(Replies.value(groups, answer(#"{"namespace":"n","groups":[]}"#)) == [])
        for namespace in ["", #","namespace":null"#, #","namespace":7"#] {
            #expect(Replies.value(groups, answer(#"{"groups":["a"]\#(namespace)}"#)) == ["a"], "\(namespace)")
        }
        #expect(Replies.value(Registry.namespaces(), answer(#"{"sub_key":"sub","namespaces":["n"]}"#)) == ["n"])
        #expect(Replies.value(Registry.namespaces(), answer(#"{"namespaces":["n"]}"#)) == ["n"])
        #expect(Replies.value(Registry.channels(of: plain), answer(#"{"channels":["a"]}"#)) == ["a"])
        #expect(
            Replies.value(Registry.channels(of: plain), answer(#"{"channels":["a","c"],"group":"friends"}"#))
                == ["a", "c"]
        )
        for payload in [#"{"namespace":""}"#, #"{"namespace":"","groups":["a",1]}"#, "[]", "{}"] {
            #expect(Replies.code(groups, answer(payload)) == kPNResponseMalformedJSONError, "\(payload)")
        }
        for payload in [#"{"sub_key":"sub"}"#, #"{"namespaces":"n"}"#, "[]"] {
            #expect(Replies.code(Registry.namespaces(), answer(payload)) == kPNResponseMalformedJSONError)
        }
        for payload in [#"{"group":"friends"}"#, #"{"channels":[null]}"#, "[]"] {
            #expect(Replies.code(Registry.channels(of: plain), answer(payload)) == kPNResponseMalformedJSONError)
        }
    }

    private var changes: [Call<Void>] {
        [
            Registry.add(["a"], to: plain), Registry.remove(["a"], from: plain), Registry.removeGroup(plain),
            Registry.removeNamespace("n"),
        ]
    }

    @Test("An object acknowledges a change, and nothing else does")
    func acknowledgement() {
        for call in changes {
            let done = #"{"status": 200, "message": "OK", "service": "channel-registry", "error": false}"#
            #expect(Replies.value(call, done) != nil)
            for body in ["[1]", "OK", "", #"{"status":"#] {
                #expect(Replies.code(call, body) == kPNResponseMalformedJSONError, "\(body)")
            }
        }
    }

    @Test(
        "Reports refusals of the service",
        arguments: [
            (
                403,
                #"{"status": 403, "message": "Use of the channel groups API requires the Stream Controller add-on "#
                    + #"which is not enabled for this subscribe key.", "service": "channel-registry", "error": true}"#,
                120
            ),
            (
                400,
                #"{"status":400,"message":"Reserved character in input parameters.","service":"channel-registry","#
                    + #""error":true}"#,
                -1
            ),
            (400, #"{"status":400,"message":"Channel group size exceeded","error":true}"#, 119),
            (400, #"{"status":400,"message":"Channel group is empty","error":true}"#, 118),
            (400, #"{"status":400,"message":"Invalid character in channel group name","error":true}"#, 115),
            (400, #"{"status":400,"message":"Invalid character in namespace name","error":true}"#, 116),
            (403, #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#, 122),
        ]
    )
    func refusals(_ status: Int, _ body: String, _ code: Int) {
        for call in changes { #expect(Replies.code(call, body, status: status) == code) }
        #expect(Replies.code(Registry.groups(namespace: "n"), body, status: status) == code)
        #expect(Replies.code(Registry.namespaces(), body, status: status) == code)
        #expect(Replies.code(Registry.channels(of: plain), body, status: status) == code)
    }

    @Test("Names the refused group, without the colon of an empty namespace")
    func refusedGroup() {
        let body =
            #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","#
            + #""payload":{"channel-groups":[":friends"]}}"#
        guard case .failure(let error) = Registry.channels(of: plain).decode(Replies.reply(body, status: 403)) else {
            Issue.record("a refusal is no success")
            return
        }
        #expect(error.groups == ["friends"])
    }
}
