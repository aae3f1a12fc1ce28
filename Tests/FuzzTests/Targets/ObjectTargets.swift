@testable import PubNubOrigin
import PubNubWire

/// Requests of clients to App Context.
enum ObjectTargets {
    static let all = [
        FuzzTarget(name: "objects-list", dictionary: "objects", longest: 1024, check: list),
        FuzzTarget(name: "objects-body", dictionary: "objects", longest: 2048, check: body),
    ]

    /// The first byte selects a list. The filter, the sort, the cursor and the limit follow, a line each, with `|` for
    /// an omitted one.
    private static func list(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let path = input.choice(["/uuids", "/channels", "/uuids/o1/channels", "/channels/o1/uuids"])
        let items = zip(["filter", "sort", "start", "limit"], input.lines).compactMap { name, line -> String? in
            line.elementsEqual([UInt8(ascii: "|")])
                ? nil : "\(name)=\(PercentEncoding.escape(String(decoding: line, as: UTF8.self)))"
        }
        let target = "/v2/objects/demo\(path)?count=1&" + items.joined(separator: "&")
        var state = filled
        let response = response(to: OriginRequest(target: target), &state)
        try require([200, 400].contains(response.status), "\(response.status) is a response to a list")
        let json = try JSON(parsing: response.body)
        guard response.status == 200 else {
            let details = json["error"]?["details"]?.array ?? []
            return try require(!details.isEmpty, "a refusal says what is wrong")
        }
        let entries = try require(json["data"]?.array, "a list has entries")
        try require(entries.count <= 100, "a page is no longer than allowed")
        let total = try require(json["totalCount"]?.int64Value, "a list is counted where that is asked for")
        try require(entries.count <= Int(total), "what is on the page is counted")
        try require((json["next"] != nil) == !entries.isEmpty, "there is a next page unless this one is empty")
        try compareWithAll(call(target), path, entries, total: Int(total))
    }

    /// The result of an index equals the result of a full scan.
    private static func compareWithAll(
        _ call: OriginCall,
        _ path: String,
        _ entries: [JSON],
        total: Int
    ) throws {
        guard path == "/uuids" || path == "/channels" else { return }
        let collection: ObjectCollection = path == "/uuids" ? .users : .channels
        let query = try ObjectsList(call, of: collection, limits: OriginLimits()).query
        let table = filled.objectStore["demo"][collection.kind]
        let found = table.records.values.filter { record in
            query.filter?.matches { record.value(of: $0.field) } ?? true
        }.sorted(by: query.sort.isOrdered)
        try require(found.count == total, "\(total) are counted of \(found.count)")
        let page = found.dropFirst(query.offset).prefix(query.limit).map { JSON.string($0.id) }
        try require(entries.map { $0["id"] } == page, "the page is that of the sorted whole")
    }

    /// The first byte selects the object to change; the rest is the body. The same change a second time has no effect.
    private static func body(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let path = input.choice(["/uuids/o1", "/channels/new", "/uuids/o1/channels", "/channels/o1/uuids"])
        let target = "/v2/objects/demo\(path)?include=custom,status,type&count=1"
        let request = OriginRequest(method: "PATCH", target: target, body: input.bytes)
        var state = filled
        let before = (state.objectStore.count, state.objectStore.bytes, state.clock.latest)
        let first = response(to: request, &state)
        try require([200, 400].contains(first.status), "\(first.status) is a response to a change")
        try require(RawJSON.isValid(first.body), "a response is JSON")
        let latest = state.clock.latest
        if first.status == 400 {
            let after = (state.objectStore.count, state.objectStore.bytes, latest)
            return try require(before == after, "what is refused changes nothing")
        }
        try require(response(to: request, &state) == first, "the same again gets the same response")
        try require(state.clock.latest == latest, "the same change again has no effect and no event")
    }

    private static let filled: OriginState = {
        var state = OriginState(configuration: OriginConfiguration())
        for number in 0..<40 {
            let fields = [
                #""name":"\#(["anna", "Ann", "bob", "a*b"][number % 4])""#, #""status":"\#(["a", "b"][number % 2])""#,
                #""custom":{"level":\#(number % 5),"word":"w\#(number % 3)"}"#,
            ]
            let body = "{\(fields.prefix(number % 4).joined(separator: ","))}"
            for kind in ["uuids", "channels"] { change("/\(kind)/o\(number)", body, &state) }
        }
        change("/uuids/o1/channels", #"{"set":[{"channel":{"id":"o1"},"status":"a"},{"channel":{"id":"x"}}]}"#, &state)
        change("/channels/o1/uuids", #"{"set":[{"uuid":{"id":"o2"},"custom":{"level":1}}]}"#, &state)
        return state
    }()

    private static let now = Moment(date: 14_186_550_000_000_000, uptime: .zero)

    private static func change(_ path: String, _ body: String, _ state: inout OriginState) {
        _ = response(
            to: OriginRequest(method: "PATCH", target: "/v2/objects/demo\(path)", body: Array(body.utf8)),
            &state
        )
    }

    private static func call(_ target: String) throws -> OriginCall {
        try require(OriginRequest(target: target).call, "a list has a route")
    }

    private static func response(to request: OriginRequest, _ state: inout OriginState) -> OriginResponse {
        guard let call = request.call else { return ErrorResponse.notFound }
        if case .list(let serve) = call.route.endpoint.kind { return serve(&state, call, now) }
        guard case .response(let response) = state.apply(.request(call), at: now) else { return ErrorResponse.notFound }
        return response
    }
}
