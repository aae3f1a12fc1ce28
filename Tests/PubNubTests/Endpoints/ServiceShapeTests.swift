import PubNubMachines
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Forms of responses that services have sent or may send: null, a string for a number, a missing member.
@Suite("Responses in unusual forms")
struct ServiceShapeTests {
    @Test(
        "Here-now: counts as strings, null instead of lists",
        arguments: [
            (#"{"status":200,"uuids":["u"],"occupancy":"2","service":"Presence"}"#, 2, ["u"]),
            (#"{"status":"200","uuids":null,"occupancy":1,"service":"Presence"}"#, 1, []),
            (#"{"uuids":[{"uuid":"u","state":null},{"uuid":"v"},{"state":{}},7,null],"occupancy":5}"#, 5, ["u", "v"]),
            (#"{"status":200,"payload":{"channels":{"a":{"occupancy":"3"}},"total_channels":"1"}}"#, 3, []),
        ]
    )
    func hereNow(body: String, occupancy: Int, identifiers: [String]) throws {
        let page = try #require(Replies.value(PresenceEndpoints.hereNow(channels: ["a"]), body))
        #expect(page.channels["a"]?.occupancy == occupancy)
        #expect(page.channels["a"]?.participants.map(\.identifier) == identifiers)
    }

    @Test func nobodyAnywhere() throws {
        let body = #"{"status":200,"payload":{"channels":null,"total_channels":0,"total_occupancy":0}}"#
        #expect(Replies.value(PresenceEndpoints.hereNowGlobal(), body)?.channels.isEmpty == true)
    }

    @Test("Where-now: a response may omit an empty list of channels")
    func nobodyWithoutChannels() {
        for total in [#""total_occupancy":0"#, #""total_channels":0"#, #""total_channels":"0","total_occupancy":0"#] {
            let body = #"{"status":200,"payload":{\#(total)},"service":"Presence"}"#
            #expect(Replies.value(PresenceEndpoints.hereNowGlobal(), body)?.channels.isEmpty == true, "\(total)")
            #expect(Replies.value(PresenceEndpoints.hereNow(channels: ["a", "b"]), body)?.channels.isEmpty == true)
        }
        let somebody = #"{"status":200,"payload":{"total_channels":1,"total_occupancy":2}}"#
        #expect(Replies.code(PresenceEndpoints.hereNowGlobal(), somebody) == kPNResponseMalformedJSONError)
    }

    @Test(
        "A list of channels, groups, namespaces, actions, users or counts that is null is empty",
        arguments: [#"{"status":200,"payload":{"channels":null,"groups":null,"namespaces":null,"group":"g"}}"#]
    )
    func nullLists(body: String) {
        #expect(Replies.value(StateEndpoints.whereNow("u"), body) == [])
        #expect(Replies.value(ChannelRegistryEndpoints.groups(namespace: nil), body) == [])
        #expect(Replies.value(ChannelRegistryEndpoints.namespaces(), body) == [])
        #expect(Replies.value(ChannelRegistryEndpoints.channels(of: GroupAddress(name: "g")), body) == [])
        let group = SubscriptionTarget(name: "g", isGroup: true)
        #expect(Replies.value(StateEndpoints.state(of: "u", on: group), body) == [:])
        let page = #"{"status":200,"error":false,"data":null,"channels":null}"#
        let actions = MessageActionEndpoints.actions(on: "a", start: nil, end: nil, limit: 0)
        #expect(Replies.value(actions, page)?.items.isEmpty == true)
        #expect(Replies.value(ObjectEndpoints.users(ObjectsQuery()), page)?.items.isEmpty == true)
        #expect(Replies.value(HistoryEndpoints.counts(on: ["a"], after: [.zero]), page) == [NameKey("a"): 0])
        #expect(Replies.value(HistoryEndpoints.stored(on: ["a"], StoredPage.Query()), page)?.channels.isEmpty == true)
    }

    @Test("A page of actions that ended at the limit of the call has older ones, which the service does not report")
    func fullPagesOfActions() {
        func older(_ data: [String], _ more: String = "", _ bounds: [UInt64] = [], limit: Int = 2) -> String? {
            let call = MessageActionEndpoints.actions(
                on: "a",
                start: bounds.first.map { Timetoken(rawValue: $0) },
                end: bounds.dropFirst().first.map { Timetoken(rawValue: $0) },
                limit: limit
            )
            let list = data.joined(separator: ",")
            return Replies.value(call, #"{"status":200,"data":[\#(list)]\#(more)}"#)?.older
        }
        let page = [15, 16].map { timetoken in
            #"{"messageTimetoken":"9","type":"t","uuid":"u","value":"v","actionTimetoken":"\#(timetoken)"}"#
        }
        #expect(older(page) == "15")
        #expect(older([page[1]]) == nil && older([]) == nil)
        #expect(older(page, limit: 3) == nil && older(page, limit: 0) == nil)
        #expect(older([#"{"actionTimetoken":"15"}"#, page[1]]) == "15", "An element that cannot be read counts.")
        #expect(older(["5", page[1]]) == "16" && older(["5", "null"]) == nil)
        #expect(older(page, #","more":{"start":"12","limit":2}"#) == "12")
        #expect(older(page, "", [20, 10]) == "15" && older(page, "", [20, 15]) == nil)
        #expect(older(page, "", [15]) == nil, "A service that ignores the start has no end.")
    }

    @Test("A list that is missing is malformed")
    func missingLists() {
        let body = #"{"status":200,"payload":{"group":"g"}}"#
        #expect(Replies.code(StateEndpoints.whereNow("u"), body) == kPNResponseMalformedJSONError)
        #expect(Replies.code(ChannelRegistryEndpoints.groups(namespace: nil), body) == kPNResponseMalformedJSONError)
        #expect(Replies.code(ObjectEndpoints.users(ObjectsQuery()), body) == kPNResponseMalformedJSONError)
    }

    @Test("Here-now: some services write an object without members as an empty list")
    func emptyListOfChannels() {
        let body = #"{"status":200,"payload":{"channels":[],"total_channels":0,"total_occupancy":0}}"#
        #expect(Replies.value(PresenceEndpoints.hereNowGlobal(), body)?.channels.isEmpty == true)
        let other = #"{"status":200,"payload":{"channels":["a"],"total_channels":1,"total_occupancy":1}}"#
        #expect(Replies.code(PresenceEndpoints.hereNowGlobal(), other) == kPNResponseMalformedJSONError)
    }

    @Test("State of one channel may have the form for several channels")
    func stateOfOneInTheFormForSeveral() {
        let call = StateEndpoints.state(of: "u", on: SubscriptionTarget(name: "a", isGroup: false))
        let several = #"{"status":200,"uuid":"u","payload":{"channels":{"a":{"k":"v"}}},"service":"Presence"}"#
        #expect(Replies.value(call, several) == ["a": ["k": "v"]])
        let own = #"{"status":200,"uuid":"u","payload":{"channels":{"a":1}},"channel":"a","service":"Presence"}"#
        #expect(Replies.value(call, own) == ["a": ["channels": ["a": 1]]])
    }

    @Test("An empty cursor means that there is no other page")
    func emptyCursors() {
        let page = Replies.value(ObjectEndpoints.users(ObjectsQuery()), #"{"data":[],"next":"","prev":""}"#)
        #expect(page != nil && page?.next == nil && page?.prev == nil)
    }

    @Test(
        "Access rights: flags and minutes may be strings, and members without content null",
        arguments: [
            #"{"level":"channel","ttl":"60","channels":{"a":{"r":"1","w":"0","m":"1","auths":null},"b":null},"channel-groups":null}"#,
            #"{"level":"channel","ttl":60,"channels":{"a":{"r":true,"w":false,"m":1,"auths":{"k":null}}}}"#,
        ]
    )
    func rights(payload: String) throws {
        let call = AccessManagerEndpoints.audit(.channels(["a"]), timestamp: 0)
        let reply = try #require(Replies.value(call, #"{"status":200,"payload":\#(payload)}"#))
        let rights: PNAccessRights = [.readAccessRight, .managementRight]
        #expect(reply.grants == [.init(scope: .channel("a")): .init(rights: rights, minutes: 60)])
    }

    @Test("A client without state: the payload is null, empty or missing")
    func noState() {
        let call = StateEndpoints.state(of: "u", on: SubscriptionTarget(name: "a", isGroup: false))
        for payload in [#""payload":null,"#, #""payload":{},"#, ""] {
            let body = #"{"status":200,"uuid":"u",\#(payload)"channel":"a","service":"Presence"}"#
            #expect(Replies.value(call, body) == ["a": .object([:])], "\(payload)")
        }
    }

    @Test("An object without members is no response to a request for participants or state")
    func emptyObject() {
        let target = SubscriptionTarget(name: "a", isGroup: false)
        #expect(Replies.code(PresenceEndpoints.hereNow(channels: ["a"]), "{}") == 143)
        #expect(Replies.code(PresenceEndpoints.hereNow(channels: ["a", "b"]), "{}") == 143)
        #expect(Replies.code(PresenceEndpoints.hereNowGlobal(), "{}") == 143)
        #expect(Replies.code(StateEndpoints.state(of: "u", on: target), "{}") == 143)
        #expect(Replies.code(StateEndpoints.update([:], of: "u", on: target), "{}") == 143)
        #expect(Replies.code(StateEndpoints.whereNow("u"), "{}") == 143)
    }

    @Test("State of a group with one channel may have the form for one channel")
    func stateOnAGroupOfOne() {
        let call = StateEndpoints.state(of: "u", on: SubscriptionTarget(name: "g", isGroup: true))
        let body = #"{"status":200,"uuid":"u","payload":{"k":"v"},"channel":"a","service":"Presence"}"#
        #expect(Replies.value(call, body) == ["a": ["k": "v"]])
    }

    @Test(
        "A page of users: the total may be a string or missing; fields may be null",
        arguments: [
            (#"{"status":200,"data":[{"id":"u","name":null,"custom":null}],"totalCount":"7","next":null}"#, 1, 7),
            (#"{"status":200,"data":[{"id":"u"},null,5,{"name":"nobody"}],"prev":null}"#, 1, 0),
            (#"{"data":[]}"#, 0, 0), (#"{"data":[],"totalCount":-1}"#, 0, 0),
        ]
    )
    func users(body: String, count: Int, total: UInt) throws {
        let call = ObjectEndpoints.users(ObjectsQuery()).map { page in page.map { PNUUIDMetadata($0) } }
        let page = try #require(Replies.value(call, body))
        #expect(page.items.count == count && page.totalCount == total && page.next == nil && page.prev == nil)
        #expect(page.items.allSatisfy { $0.uuid == "u" && $0.name == nil && $0.custom == nil })
    }

    @Test("Stored messages: reads kinds, publishers, metadata and actions in every form, and leaves out others")
    func stored() throws {
        let query = StoredPage.Query(includesMetadata: true, includesKinds: true, includesPublishers: true)
        let body = #"""
            {"status":200,"error":false,"error_message":"","channels":{"a%20b":[
              {"message":null,"timetoken":"17000000000000001","message_type":null,"uuid":null,"meta":null,"actions":null},
              {"message":"x","timetoken":17000000000000002,"message_type":"4","uuid":"u","meta":"","actions":{}},
              {"message":{"k":1.50},"timetoken":"17000000000000003","message_type":1,"meta":{"m":[]},
               "actions":{"t":{"v":[{"uuid":"u","actionTimetoken":17000000000000009},{"uuid":5},null]},"e":null}},
              {"timetoken":"17000000000000004"},{"message":1,"timetoken":"-1"},7,null],"empty":[],"odd":null}}
            """#
        let call = HistoryEndpoints.stored(on: ["a b", "empty"], query)
        let channels = try #require(Replies.value(call, body)).channels
        let items = try #require(channels[NameKey("a b")])
        #expect(items.map(\.kind) == [nil, 4, 1] || items.map(\.kind) == [0, 4, 1])
        #expect(items.map(\.publisher) == [nil, "u", nil])
        #expect(items.map { $0.metadata == nil } == [true, true, false])
        #expect(items.map(\.actions.count) == [0, 0, 1])
        #expect(channels[NameKey("empty")]?.isEmpty == true && channels[NameKey("odd")]?.isEmpty == true)
    }

    @Test("History: the bounds may be strings, and each message may have metadata")
    func history() throws {
        let body = #"""
            [[{"message":1,"timetoken":"17000000000000001","meta":{"a":1}},{"message":2,"timetoken":17000000000000002,"meta":""},
            {"message":3},[4,5],null],"17000000000000001","17000000000000002"]
            """#
        let call = HistoryEndpoints.page(channel: "a", includeToken: true, includeMetadata: true)
        let page = try #require(Replies.value(call, body))
        #expect(page.items.map { $0.timetoken == nil } == [false, false, true, true, true])
        #expect(page.items.map { $0.metadata == nil } == [false, true, true, true, true])
        #expect(page.start.rawValue == 17_000_000_000_000_001 && page.end.rawValue == 17_000_000_000_000_002)
    }

    @Test("A page of messages: null equals a missing member, and an unknown kind does not affect other messages")
    func subscribe() throws {
        let body = #"""
            {"t":{"t":17000000000000009,"r":"3"},"m":[
              {"c":"a","d":1,"e":null,"p":null,"i":null,"u":null,"b":null,"cmt":null,"f":0},
              {"c":"a","d":null,"e":"1","p":{"t":"17000000000000001"}},
              {"c":"a","d":2,"e":99},{"c":"a"},{"d":3},{"c":null,"d":4},null,7,
              {"c":"a","d":5,"e":4,"p":{"t":17000000000000002,"r":2},"cmt":"note","new":[{}]}]}
            """#
        let page = try #require(Replies.value(SubscribeEndpoints.subscribe(channels: ["a"]), body))
        #expect(page.cursor == Cursor(timetoken: Timetoken(rawValue: 17_000_000_000_000_009), region: 3))
        #expect(page.envelopes.map(\.kind) == [.message, .signal, .file])
        #expect(
            page.envelopes.map { $0.timetoken?.rawValue ?? 0 } == [0, 17_000_000_000_000_001, 17_000_000_000_000_002]
        )
        #expect(page.envelopes.last?.customType == "note")
        for body in [#"{"t":{"t":"1","r":1},"m":null}"#, #"{"t":{"t":"1","r":null}}"#] {
            #expect(Replies.value(SubscribeEndpoints.subscribe(channels: ["a"]), body)?.envelopes.isEmpty == true)
        }
    }

    @Test(
        "A presence event: reads numbers as strings, lists that are null, and unknown actions",
        arguments: [
            (#"{"action":"join","uuid":"u","timestamp":"1418655000","occupancy":"2","data":null}"#, .join, 2),
            (#"{"action":"interval","timestamp":1418655000,"occupancy":3,"join":null,"leave":["v",4]}"#, .interval, 3),
            (#"{"action":"teleport","uuid":"u","timestamp":1,"occupancy":1}"#, .changed, 1),
            (#"{"action":null,"timestamp":1418655000.0,"occupancy":4,"here_now_refresh":null}"#, .changed, 4),
        ] as [(String, PresenceAction, Int)]
    )
    func presence(body: String, action: PresenceAction, occupancy: Int) throws {
        let event = try #require(PresencePayload(try JSON(parsing: body)))
        #expect(event.action == action && event.occupancy == occupancy && event.timestamp != nil && event.state == nil)
        #expect(event.joined.isEmpty && event.left == (action == .interval ? ["v"] : []) && !event.hereNowRefresh)
    }

    @Test("A page of HTML is malformed, whatever calls its scripts contain")
    func scripts() {
        let page = "<html><script>start([17000000000000000])</script></html>"
        #expect(Replies.code(TimeEndpoints.time(), page) == kPNResponseMalformedJSONError)
        #expect(Replies.value(TimeEndpoints.time(), "t_1([17000000000000000])") != nil)
    }

    @Test(
        "Reads refusals in every documented form",
        arguments: [
            (403, #"{"message":"Forbidden","payload":{"channels":["a"]},"error":true,"status":403}"#, 122),
            (403, #"{"message":"Forbidden","payload":{"channel-groups":[":g"]},"error":true,"status":403}"#, 122),
            (
                400, #"{"status":400,"error":{"source":"grant","message":"Invalid ttl","details":[{"message":"m"}]}}"#,
                -1
            ),
            (400, #"{"status":400,"error":{"message":null,"details":null}}"#, 121),
            (414, #"{"status":414,"service":"Balancer","error":true,"message":"Request URI Too Long"}"#, -1),
            (429, "", 141), (429, #"{"status":429,"error":true,"message":"API calls are rate limited"}"#, 141),
            (413, #"{"status":413,"error":true}"#, 114), (500, "{}", -1), (503, #"{"error":null}"#, -1),
            (502, "<html>Bad Gateway</html>", -1), (504, "", -1), (500, #"[1,"Sent""#, -1),
            (200, #"{"status":400,"message":"No valid channels specified","service":"Presence"}"#, -1),
            (200, #"{"error":1,"message":"Forbidden"}"#, 122), (200, #"{"error":"Invalid Key"}"#, 113),
            (400, #"[0,"Invalid JSON"]"#, 112), (400, #"[0,null,"17"]"#, 121), (200, "null", 143), (200, "true", 143),
            (200, "\"text\"", 143), (200, "\u{FEFF}", 143),
        ]
    )
    func refusals(status: Int, body: String, code: Int) {
        #expect(Replies.code(TimeEndpoints.time(), body, status: status) == code)
    }

    @Test(
        "The error of a failing server that gives no reason names its status",
        arguments: ["<html>Bad Gateway</html>", "", "{}", #"{"status":502,"error":true}"#]
    )
    func statusOfAFailingServer(body: String) {
        let reply = Replies.reply(body, status: 502)
        let description = "The service responded with status 502."
        #expect(Replies.failure(TimeEndpoints.time(), reply)?.localizedDescription == description)
        #expect(Replies.failure(ObjectEndpoints.user("u", ObjectsQuery()), reply)?.localizedDescription == description)
    }

    @Test(
        "The message of a refusal decides its code in all families, and otherwise the status",
        arguments: [
            (400, #"{"status":400,"error":{"source":"actions","message":"Invalid Subkey"}}"#, 113),
            (400, #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#, 113),
            (
                403,
                #"{"status":403,"error":true,"error_message":"Use of the history API requires the Storage & Playback which is not enabled."}"#,
                140
            ),
            (403, #"{"status":403,"error":{"message":"App Context is not enabled.","source":"objects"}}"#, 123),
            (403, #"{"status":403,"error":{"message":"No permissions.","source":"objects"}}"#, 122),
            (403, #"{"status":403,"error":true,"message":"Signature Does Not Match"}"#, 138),
            (404, #"{"status":404,"error":{"message":"Requested object was not found.","source":"objects"}}"#, -1),
            (412, #"{"status":412,"error":{"message":"Invalid Key","source":"objects"}}"#, 150),
            (429, #"{"status":429,"error":true,"error_message":"Too many requests"}"#, 141),
        ]
    )
    func refusalsOfStatusFamilies(status: Int, body: String, code: Int) {
        let reply = Replies.reply(body, status: status)
        #expect(Replies.failure(ObjectEndpoints.user("u", ObjectsQuery()), reply)?.code == code)
        #expect(Replies.failure(MessageActionEndpoints.remove(.zero, from: .zero, on: "a"), reply)?.code == code)
        #expect(Replies.failure(HistoryEndpoints.stored(on: ["a"], StoredPage.Query()), reply)?.code == code)
    }
}
