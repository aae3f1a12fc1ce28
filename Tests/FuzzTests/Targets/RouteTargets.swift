import PubNubCodec
@testable import PubNubOrigin
import PubNubWire

/// Parsing of a request's target.
enum RouteTargets {
    static let all = [
        FuzzTarget(name: "route", dictionary: "http", longest: 512, check: route),
        FuzzTarget(name: "query", dictionary: "http", longest: 512, check: query),
        FuzzTarget(name: "signature", dictionary: "http", longest: 512, check: signature),
    ]

    /// A path that matches a route is one that the route's template generates.
    private static func route(_ bytes: [UInt8]) throws {
        let path = String(decoding: bytes, as: UTF8.self)
        for verb in Verb.allCases {
            guard let (route, arguments) = Route.match(verb: verb, path: path[...]) else { continue }
            try require(route.row.verb == verb, "the method is the route's")
            let values = arguments.mapValues(String.init)
            let made = ([route.row.template] + route.row.aliases).map { $0.fill(values) }
            try require(made.contains { $0.utf8.elementsEqual(path.utf8) }, "the route makes the same path")
        }
    }

    /// Each query item is found by its name, the first of several.
    private static func query(_ bytes: [UInt8]) throws {
        let request = OriginRequest(target: "/time/0?" + String(decoding: bytes, as: UTF8.self))
        let query = OriginQuery(request.query)
        var seen: Set<String> = []
        for item in (request.query?.utf8.split(separator: UInt8(ascii: "&")) ?? []) {
            let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            guard let name = PercentEncoding.unescape(Substring(item[..<end])), seen.insert(name).inserted else {
                continue
            }
            let value = PercentEncoding.unescape(Substring(item[end...].dropFirst()))
            try require(query[name] == value, "the item \(name) is found")
            _ = (query.json(name), query.list(name), query.integer(name), query.flag(name))
        }
        let call = try require(request.call, "the time has a route")
        _ = (call.channels, call.groups, call.client, call.callback)
    }

    /// A signed request is accepted, and one that was changed after signing is refused.
    private static func signature(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let query = text.split(separator: "&").compactMap { item -> (String, String)? in
            let name = PercentEncoding.escape(String(item.prefix { $0 != "=" }))
            guard !name.isEmpty, name != "signature" else { return nil }
            return (name, PercentEncoding.escape(String(item.drop { $0 != "=" }.dropFirst())))
        }
        let signed = StringToSign.legacy(
            subscribeKey: "sub",
            publishKey: "pub",
            operation: "grant",
            query: query
        )
        let digest = try HMAC.sha256(key: Array("secret".utf8), message: Array(signed.utf8))
        let signature = PercentEncoding.escape(Base64.encode(digest, urlSafe: true))
        let items = query.map { "\($0.0)=\($0.1)" } + ["signature=\(signature)"]
        try require(try passes(items, key: "secret"), "what was signed passes")
        try require(try !passes(items, key: "Secret"), "with another key it does not")
        try require(try !passes(["added=1"] + items, key: "secret"), "nothing can be added")
        try require(try query.isEmpty || !passes(Array(items.dropFirst()), key: "secret"), "nothing can be left out")
    }

    private static func passes(_ items: [String], key: String) throws -> Bool {
        let request = OriginRequest(target: "/v1/auth/grant/sub-key/sub?" + items.joined(separator: "&"))
        let call = try require(request.call, "a grant has a route")
        return SignatureCheck(publishKey: "pub", secretKey: key).passes(call)
    }
}
