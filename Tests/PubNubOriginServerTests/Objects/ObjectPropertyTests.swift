import PubNubTestSupport
import PubNubWire
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport
import PubNubOriginServer

@Suite("Random objects, filters and sorts: pages equal a plain evaluation of all objects")
struct ObjectPropertyTests {
    private static let lists = ["/uuids", "/channels", "/uuids/o1/channels", "/channels/o1/uuids"]
    private static let include = [
        "include": "custom,status,type,uuid.custom,uuid.status,uuid.type,channel.custom,"
            + "channel.status,channel.type"
    ]

    @Test("In memory, on disk, and after a restart", arguments: 1...12 as ClosedRange<UInt64>)
    func agree(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let folder = try DataFolder()
        let clock = OriginManualClock()
        let configuration = OriginConfiguration(clock: clock).storing(in: .file(folder.file()))
        let memory = WaitingOrigin(OriginCore(configuration: configuration))
        let durable = try DurableOrigin(folder.file(), clock: clock)
        let disk = durable.origin
        for (path, method, body) in Self.changes(&random) {
            clock.advance(by: .microseconds(Int.random(in: 0...700_000, using: &random)))
            let answer = await memory.send(method, path, body: body)
            let other = await disk.send(method, path, body: body)
            #expect(answer.status == 200 && other == answer, "seed \(seed): \(method) \(path) \(body ?? "")")
        }
        try await check(memory, disk, seed: seed, &random)
        await durable.close()
        let again = try DurableOrigin(folder.file(), clock: clock)
        try await check(memory, again.origin, seed: seed, &random)
        await again.close()
    }

    private func check(
        _ memory: WaitingOrigin,
        _ disk: WaitingOrigin,
        seed: UInt64,
        _ random: inout SeededGenerator
    ) async throws {
        for path in Self.lists {
            let plain = try await Self.plain(path, memory)
            let moments = plain.entries.compactMap { entry -> String? in
                guard case .moment(let text)? = entry.fields["updated"] else { return nil }
                return text + "Z"
            }
            for _ in 0..<40 {
                let query = RandomQuery(of: path, moments: moments, &random)
                let (status, text) = await memory.send("GET", path, query.items)
                let words = "seed \(seed): \(path) \(query.items)"
                let other = await disk.send("GET", path, query.items).text
                #expect(other == text, "\(words)")
                guard
                    let expected = plain.answer(
                        filter: query.filter,
                        sort: query.sort,
                        offset: query.offset,
                        limit: query.limit
                    )
                else {
                    #expect(status == 400, "\(words)")
                    continue
                }
                let page = try JSON(parsing: text)
                #expect(status == 200, "\(words) \(text)")
                #expect(ObjectsProbe.ids(page) == expected.ids, "\(words)")
                #expect(page["totalCount"]?.int64Value == (query.counts ? Int64(expected.total) : nil), "\(words)")
                let next = expected.ids.isEmpty ? nil : ObjectsCursor.text(of: query.offset + expected.ids.count)
                #expect(page["next"]?.string == next, "\(words)")
            }
        }
    }

    /// All entries of a list, page by page.
    private static func plain(_ path: String, _ origin: WaitingOrigin) async throws -> PlainObjects {
        var plain = PlainObjects()
        var query = include
        while true {
            let page = try JSON(parsing: await origin.send("GET", path, query).text)
            for entry in page["data"]?.array ?? [] {
                let id = entry["id"] ?? entry["channel"]?["id"] ?? entry["uuid"]?["id"]
                plain.entries.append(PlainObjects.Entry(id: id?.string ?? "", fields: PlainObjects.fields(entry)))
            }
            guard let next = page["next"]?.string else { return plain }
            query["start"] = next
        }
    }

    private static func changes(_ random: inout SeededGenerator) -> [(path: String, method: String, body: String?)] {
        (0..<Int.random(in: 20...260, using: &random)).map { _ in
            let id = "o\(Int.random(in: 0..<60, using: &random))"
            let kind = Bool.random(using: &random) ? "uuids" : "channels"
            switch Int.random(in: 0..<10, using: &random) {
            case 0: return ("/\(kind)/\(id)", "DELETE", nil)
            case 1, 2, 3:
                let other = kind == "uuids" ? "channel" : "uuid"
                let name = Int.random(in: 0..<6, using: &random) == 0 ? "delete" : "set"
                let body = members(&random, isRelation: true, first: "\"\(other)\":{\"id\":\"\(id)\"}")
                return ("/\(kind)/o1/\(other)s", "PATCH", "{\"\(name)\":[\(body)]}")
            default: return ("/\(kind)/\(id)", "PATCH", members(&random, isRelation: false, first: nil))
            }
        }
    }

    /// Random fields, some of them cleared.
    private static func members(_ random: inout SeededGenerator, isRelation: Bool, first: String?) -> String {
        var parts = [first].compactMap(\.self)
        func add(_ name: String, _ pool: [String]) {
            let roll = Int.random(in: 0..<8, using: &random)
            guard roll < 6 else { return }
            let text = roll == 0 ? "null" : EnvelopeWriter.quoted(pool.randomElement(using: &random) ?? "")
            parts.append("\"\(name)\":\(text)")
        }
        if !isRelation { add("name", RandomQuery.names) }
        add("status", RandomQuery.words)
        add("type", RandomQuery.words)
        guard Bool.random(using: &random) else { return "{\(parts.joined(separator: ","))}" }
        var custom = ["\"level\":\(Int.random(in: 0...5, using: &random))"]
        if Bool.random(using: &random) { custom.append("\"vip\":\(Bool.random(using: &random))") }
        if Bool.random(using: &random) {
            custom.append("\"word\":\"\(RandomQuery.words.randomElement(using: &random) ?? "")\"")
        }
        let isMixed = Int.random(in: 0..<40, using: &random) == 0
        if Bool.random(using: &random) { custom.append("\"mixed\":" + (isMixed ? "\"3\"" : "3")) }
        parts.append("\"custom\":{\(custom.joined(separator: ","))}")
        return "{\(parts.joined(separator: ","))}"
    }
}
