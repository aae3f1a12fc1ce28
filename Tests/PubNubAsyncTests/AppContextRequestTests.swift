import Foundation
import PubNub
import PubNubAsync
import PubNubCore
import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

/// The requests of the calls of App Context, and how they read responses.
@Suite("Requests of App Context", .timeLimit(.minutes(5)))
struct AppContextRequestTests {
    private static let object = #"{"status":200,"data":{"id":"x"}}"#
    private static let list = #"{"status":200,"data":[],"totalCount":0}"#

    /// A call, and its request: verb, path and query without the items that all requests have, the condition and the body.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: String
        let response: String
        let call: @Sendable (PubNubClient) async throws -> Void

        init(
            _ request: String,
            _ response: String = AppContextRequestTests.list,
            _ call: @escaping @Sendable (PubNubClient) async throws -> Void
        ) {
            testDescription = request
            self.request = request
            self.response = response
            self.call = call
        }
    }

    private static let all = "include=custom,status,type"
    private static let related = ",channel,channel.custom,channel.status,channel.type"
    private static let membersRelated = ",uuid,uuid.custom,uuid.status,uuid.type"

    private static let metadata = [
        Row("GET /uuids/ann?\(all)", object) { _ = try await $0.users.get("ann") },
        Row("GET /uuids/ann", object) { _ = try await $0.users.get("ann", include: []) },
        Row("GET /channels/room?include=status,type", object) {
            _ = try await $0.channels.get("room", include: [.type, .status])
        },
        Row(
            "PATCH /uuids/ann?\(all) If-Match=tag "
                + #"{"custom":{"age":7},"email":"","externalId":"1","name":"Ann","profileUrl":"http://p","status":"on","type":"t"}"#,
            object
        ) {
            let changes = UserChanges(
                name: "Ann",
                externalID: "1",
                profileURL: "http://p",
                email: "",
                status: "on",
                type: "t",
                custom: ["age": 7]
            )
            try await $0.users.set("ann", changes, ifMatches: "tag")
        },
        Row("PATCH /uuids/ann?\(all) {}", object) { try await $0.users.set("ann", UserChanges()) },
        Row(
            "PATCH /uuids/ann?\(all) "
                + #"{"custom":null,"email":null,"externalId":null,"name":null,"profileUrl":null,"status":null,"type":null}"#,
            object
        ) {
            let changes = UserChanges(
                name: .clear,
                externalID: .clear,
                profileURL: .clear,
                email: .clear,
                status: .clear,
                type: .clear,
                custom: .clear
            )
            try await $0.users.set("ann", changes)
        },
        Row(
            #"PATCH /channels/room {"custom":{},"description":"Quiet","name":"Room","status":null,"type":"t"}"#,
            object
        ) {
            let changes = ChannelChanges(
                name: "Room",
                description: "Quiet",
                status: .clear,
                type: "t",
                custom: [:]
            )
            try await $0.channels.set("room", changes, ifMatches: nil, include: [])
        },
        Row(#"PATCH /channels/room?include=custom If-Match=tag {"description":null}"#, object) {
            try await $0.channels.set("room", ChannelChanges(description: .clear), ifMatches: "tag", include: .custom)
        },
        Row("DELETE /uuids/ann", object) { try await $0.users.remove("ann") },
        Row("DELETE /channels/room", object) { try await $0.channels.remove("room") },
        Row("GET /uuids?\(all)&count=1&limit=100") { _ = try await $0.users.page() },
        Row("GET /channels?include=type&limit=7&filter=name%20LIKE%20%27A%2A%27&sort=name,updated%3Adesc") {
            let query = MetadataQuery(
                filter: "name LIKE 'A*'",
                sort: ["name", "updated:desc"],
                limit: 7,
                include: .type,
                includesTotal: false
            )
            _ = try await $0.channels.page(query)
        },
        Row("GET /uuids?\(all)&count=1&limit=100&start=MQ") {
            _ = try await $0.users.page(MetadataQuery(cursor: PageCursor(rawValue: "next:MQ")))
        },
        Row("GET /channels?\(all)&count=1&limit=2&end=Mg") {
            _ = try await $0.channels.page(MetadataQuery(limit: 2, cursor: PageCursor(rawValue: "previous:Mg")))
        },
        Row("GET /uuids?\(all)&limit=100") { for try await _ in $0.users.all() {} },
        Row("GET /channels?limit=5&start=MQ&sort=id") {
            let query = MetadataQuery(sort: ["id"], limit: 5, cursor: PageCursor(rawValue: "next:MQ"), include: [])
            for try await _ in $0.channels.all(query) {}
        },
    ]

    private static let relations = [
        Row("GET /uuids/ann/channels?\(all)\(related)&count=1&limit=100") {
            _ = try await $0.memberships.page(of: "ann")
        },
        Row("GET /channels/room/uuids?\(all)\(membersRelated)&count=1&limit=100") {
            _ = try await $0.members.page(of: "room")
        },
        Row("GET /channels/room/uuids?include=status,uuid&limit=1&filter=uuid.id%20%3D%3D%20%22a%5C%22b%22") {
            client in
            let error = await #expect(throws: PubNubError.self) {
                try await client.members.get("a\"b", of: "room", include: [.status, .metadata])
            }
            #expect(error?.code == .notFound && error?.channels == ["room"])
        },
        Row(
            "PATCH /uuids/ann/channels?\(all)\(related)&count=1&limit=100 "
                + #"{"set":[{"channel":{"id":"a"},"custom":{"r":1},"status":"s","type":null},"#
                + #"{"channel":{"id":"b"},"custom":{"r":1},"status":"s","type":null}]}"#
        ) {
            let changes = MembershipChanges(status: "s", type: .clear, custom: ["r": 1])
            try await $0.memberships.set(["a", "b"], of: "ann", changes)
        },
        Row(
            "PATCH /uuids/ann/channels?limit=10&filter=status%20%3D%3D%20%27s%27&sort=channel.name "
                + #"{"delete":[{"channel":{"id":"a"}},{"channel":{"id":"b"}}]}"#
        ) {
            let query = MembershipQuery(
                filter: "status == 's'",
                sort: ["name"],
                limit: 10,
                include: [],
                includesTotal: false
            )
            try await $0.memberships.remove(["a", "b"], of: "ann", returning: query)
        },
        Row(
            "PATCH /uuids/ann/channels?include=custom&count=1&limit=100 "
                + #"{"delete":[{"channel":{"id":"c"}}],"set":[{"channel":{"id":"b"},"status":"s"},{"channel":{"id":"a"}}]}"#
        ) {
            try await $0.memberships.manage(
                of: "ann",
                setting: ["b": MembershipChanges(status: "s"), "a": MembershipChanges()],
                removing: ["c"],
                returning: MembershipQuery(include: .custom)
            )
        },
        Row(
            "PATCH /channels/room/uuids?include=uuid.custom&count=1&limit=100 "
                + #"{"delete":[{"uuid":{"id":"eve"}}],"set":[{"custom":null,"uuid":{"id":"ann"}}]}"#
        ) {
            try await $0.members.manage(
                of: "room",
                setting: ["ann": MembershipChanges(custom: .clear)],
                removing: ["eve"],
                returning: MembershipQuery(include: .metadataCustom)
            )
        },
        Row(#"PATCH /channels/room/uuids?\#(all)\#(membersRelated)&count=1&limit=100 {"set":[{"uuid":{"id":"ann"}}]}"#)
        {
            try await $0.members.set(["ann"], of: "room")
        },
        Row(
            #"PATCH /channels/room/uuids?\#(all)\#(membersRelated)&count=1&limit=100 {"delete":[{"uuid":{"id":"ann"}}]}"#
        ) {
            try await $0.members.remove(["ann"], of: "room")
        },
    ]

    @Test("Each call sends its documented request", arguments: metadata + relations)
    func request(_ row: Row) async throws {
        let service = ScriptedService(respond: { request in
            request.path.hasPrefix("/v2/objects/") ? ScriptedService.ok(row.response) : nil
        })
        try await row.call(service.client)
        let request = try #require(service.transport.requests.last)
        #expect(Self.text(of: request) == row.request)
        await service.client.shutdown(deadline: .zero)
    }

    @Test("Names that differ only in their Unicode normalization are two memberships")
    func normalization() async throws {
        let (one, two) = ("caf\u{E9}", "cafe\u{301}")
        let service = ScriptedService(respond: { request in
            request.path.hasPrefix("/v2/objects/") ? ScriptedService.ok(Self.list) : nil
        })
        try await service.client.memberships.manage(
            of: "ann",
            setting: [one: MembershipChanges(status: "1"), two: MembershipChanges(status: "2")],
            removing: ["x" + one, "x" + two]
        )
        let body = try #require(service.transport.requests.last?.body)
        let sent = try JSON(parsing: body)
        #expect(sent["set"]?.array?.count == 2 && sent["delete"]?.array?.count == 2)
        #expect(sent["set"]?[0]?["status"] == "1" && sent["set"]?[1]?["status"] == "2")
        await service.client.shutdown(deadline: .zero)
    }

    @Test("A page has its objects, the total and the cursors of its neighbours, which can be stored")
    func page() async throws {
        let service = ScriptedService(respond: { request in
            guard request.path.hasPrefix("/v2/objects/") else { return nil }
            return ScriptedService.ok(
                #"{"status":200,"data":[{"id":"c"},{"id":"d"}],"totalCount":7,"next":"NA","prev":"Mg"}"#
            )
        })
        let page = try await service.client.channels.page(MetadataQuery(limit: 2))
        #expect(page.items.map(\.id) == ["c", "d"] && page.total == 7)
        #expect(page.next?.rawValue == "next:NA" && page.previous?.rawValue == "previous:Mg")
        let stored = try #require(page.next?.rawValue)
        #expect(PageCursor(rawValue: stored) == page.next)
        let next = try #require(page.next)
        let coded = try JSONEncoder().encode([next])
        #expect(try JSONDecoder().decode([PageCursor].self, from: coded) == [next])
        for text in ["", "NA", "next:", "previous:", "other:NA"] { #expect(PageCursor(rawValue: text) == nil) }
        let short = try await service.client.channels.page(MetadataQuery(limit: 3, includesTotal: false))
        #expect(short.total == nil && short.next == nil, "A page that is not full is the last one.")
        let before = try await service.client.channels.page(MetadataQuery(limit: 3, cursor: page.previous))
        #expect(before.next?.rawValue == "next:NA", "A page before another one has that one after it.")
        await service.client.shutdown(deadline: .zero)
    }

    @Test("Invalid arguments are errors that name them, and nothing is sent")
    func invalid() async throws {
        let service = ScriptedService()
        let client = service.client
        let long = String(repeating: "x", count: 51)
        let rows: [(PubNubError.Code, String, () async throws -> Void)] = [
            (.invalidArgument, "uuid", { _ = try await client.users.get("") }),
            (.invalidName, "channel", { _ = try await client.channels.get("a/b") }),
            (.invalidArgument, "status", { try await client.users.set("ann", UserChanges(status: .set(long))) }),
            (
                .invalidArgument, "custom.list",
                { try await client.channels.set("c", ChannelChanges(custom: ["list": []])) }
            ),
            (.invalidArgument, "ifMatchesEtag", { try await client.users.set("ann", UserChanges(), ifMatches: "a b") }),
            (.invalidArgument, "limit", { _ = try await client.users.page(MetadataQuery(limit: 101)) }),
            (
                .invalidArgument, "limit",
                { for try await _ in client.members.all(of: "c", MembershipQuery(limit: 0)) {} }
            ),
            (.invalidArgument, "channel", { try await client.memberships.set(["a", ""], of: "ann") }),
            (.invalidArgument, "uuid", { try await client.members.remove([""], of: "room") }),
            (.invalidName, "a,b", { try await client.memberships.manage(of: "ann", removing: ["a,b"]) }),
            (.invalidArgument, "type", { try await client.members.set(["ann"], of: "c", .init(type: .set(long))) }),
        ]
        for (code, text, call) in rows {
            let error = await #expect(throws: PubNubError.self) { try await call() }
            #expect(error?.code == code, "\(text)")
            #expect(error?.reason.contains(text) == true, "\(error?.reason ?? "")")
        }
        #expect(!service.transport.requests.contains { $0.path.hasPrefix("/v2/objects/") })
        await client.shutdown(deadline: .zero)
    }

    @Test("An event of a membership has its fields, and names those that were cleared")
    func membershipEvent() async throws {
        let service = ScriptedService()
        let iteration = Task { () -> ObjectEvent? in
            for try await event in service.client.subscribe(to: ["room"]) {
                if case .object(let object) = event { return object }
            }
            return nil
        }
        try await service.page(15_000_000_000_000_000)
        try await service.page(
            15_000_000_000_000_002,
            #"{"a":"1","f":0,"e":2,"p":{"t":"15000000000000001","r":1},"k":"sub","c":"room","d":{"source":"objects","#
                + #""version":"2.0","event":"set","type":"membership","data":{"channel":{"id":"room"},"uuid":{"id":"ann"},"#
                + #""custom":{"role":"owner"},"status":null,"type":"guest","eTag":"tag","updated":"2026-01-02T03:04:05.123456789Z"}}}"#
        )
        let event = try #require(try await iteration.value)
        guard case .membershipSet(let membership) = event.change else {
            Issue.record("\(event)")
            return
        }
        #expect(membership.user == "ann" && membership.channel == "room")
        #expect(membership.custom == ["role": "owner"] && membership.type == "guest" && membership.status == nil)
        #expect(membership.eTag == "tag" && membership.updated != nil && membership.channelMetadata == nil)
        #expect(event.clearedFields == [.status] && event.channel == "room")
        await service.client.shutdown(deadline: .zero)
    }

    /// The parts of a request that its row has.
    private static func text(of request: TransportRequest) -> String {
        let path = request.path.replacing("/v2/objects/sub", with: "")
        let parts = path.split(separator: "?", maxSplits: 1)
        let shared = ["auth", "pnsdk", "uuid", "requestid", "instanceid"]
        let items = (parts.count > 1 ? parts[1].split(separator: "&") : []).filter { item in
            !shared.contains(String(item.prefix { $0 != "=" }))
        }
        let condition = request.headers.first { $0.name == "If-Match" }.map { " If-Match=\($0.value)" } ?? ""
        let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        return "\(request.verb.rawValue) \(parts[0])\(query)\(condition)\(body)"
    }
}
