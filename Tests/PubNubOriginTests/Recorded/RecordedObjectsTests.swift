import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite(
    "Exchanges of App Context recorded with the real service",
    .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
)
struct RecordedObjectsTests {
    private static let provenances: Set<String> = ["recorded", "recorded-rewritten"]
    // The responses of these exchanges belong to another list than the one that was requested.
    private static let misplaced: Set<String> = ["objects-v2-b932e90e", "objects-v2-d89bfbfc"]
    private static let exchanges = Recordings.exchanges("objects-v2", provenances).filter { !misplaced.contains($0.id) }
    private static let sessions: [[RecordedExchange]] = Recordings.values("sessions").compactMap { session in
        guard provenances.contains(session["provenance"]?.string ?? "") else { return nil }
        let exchanges = (session["exchanges"]?.array ?? []).compactMap { RecordedExchange($0) }
        return exchanges.contains { $0.path.hasPrefix("/v2/objects/") } ? exchanges : nil
    }
    private let objects = ObjectsProbe()

    init() {
        // A day after all recordings, because some ask for objects newer than they are.
        objects.probe.clock.setDate(17_600_000_000_000_000)
    }

    @Test func theRecordingsAreRead() {
        #expect(Self.exchanges.count >= 70)
        #expect(Self.sessions.count >= 5)
    }

    @Test(
        "Responds in the recorded form if the origin has the same objects as the service had",
        arguments: exchanges
    )
    func exchange(recorded: RecordedExchange) throws {
        try prepare(for: recorded)
        let exchange = send(recorded)
        #expect(exchange.status == recorded.status)
        try compare(try #require(exchange.body), recorded)
    }

    @Test("Replays sessions from the first exchange to the last", arguments: sessions)
    func session(exchanges: [RecordedExchange]) throws {
        for recorded in exchanges where recorded.path.hasPrefix("/v2/objects/") {
            let expected = try JSON(parsing: recorded.body)
            let exchange = send(recorded)
            let answer = try JSON(parsing: try #require(exchange.body))
            #expect(exchange.status == recorded.status)
            // The members from before the session are unknown.
            let known = Set(exchanges.compactMap { $0.requestBody }.joined().split(separator: "\"").map(String.init))
            let ids = ObjectsProbe.ids(expected)
            if ids.allSatisfy({ known.contains($0) || recorded.path.hasSuffix("/" + $0) }) {
                #expect(Set(ObjectsProbe.ids(answer)) == Set(ids), "\(recorded.id)")
            }
        }
    }

    /// Stores the objects of a recorded response, so that the origin can return them.
    private func prepare(for recorded: RecordedExchange) throws {
        guard recorded.status == 200 else { return }
        let expected = try JSON(parsing: recorded.body)
        let parts = recorded.path.split(separator: "/").dropFirst(3).map(String.init)
        let list = expected["data"]?.array ?? []
        var offset = 0
        if let start = recorded.query["start"] { offset = try #require(ObjectsCursor.offset(start)) }
        let rest = Int(expected["totalCount"]?.int64Value ?? 0) - list.count
        // Only the number of objects outside the page is known; they precede or follow the page.
        let isFiltered = recorded.query["filter"] != nil
        let fillers = isFiltered ? 0 : max(0, rest)
        if parts.count == 1 {
            for entry in list { try put("/\(parts[0])", entry) }
            for number in 0..<fillers {
                try objects.patch("/\(parts[0])/\(number < offset ? "!" : "~")\(number)", "{}")
            }
        } else if parts.count == 3 {
            let end = parts[2] == "channels" ? "channel" : "uuid"
            for entry in list {
                let related = try #require(entry[end])
                if related["updated"] != nil { try put("/\(parts[2])", related) }
                try join(parts, end, related["id"], entry["custom"])
            }
            for number in 0..<fillers {
                try join(parts, end, .string("\(number < offset ? "!" : "~")\(number)"), nil)
            }
            if isFiltered, list.allSatisfy({ $0[end]?["name"] == nil }) {
                // The names that the filter compares are not part of the response.
                for entry in list {
                    let id = try #require(entry[end]?["id"]?.string)
                    let name = id.replacing("-channel-identifier", with: "").replacing("-uuid-identifier", with: "")
                    try objects.patch("/\(parts[2])/\(id)", #"{"name":"\#(name)"}"#)
                }
            }
        } else if parts.count == 2, recorded.method != "DELETE", let object = expected["data"] {
            try put("/\(parts[0])", object)
        }
    }

    private func put(_ path: String, _ object: JSON) throws {
        var members = object.object ?? [:]
        let id = try #require(members["id"]?.string)
        for name in ["id", "updated", "eTag"] { members[name] = nil }
        try objects.patch("\(path)/\(PercentEncoding.escape(id))", JSON.object(members).text)
    }

    private func join(_ parts: [String], _ end: String, _ id: JSON?, _ custom: JSON?) throws {
        let entry: JSON = .object([end: .object(["id": id ?? .null]), "custom": custom ?? .null])
        try objects.patch("/\(parts.joined(separator: "/"))", JSON.object(["set": .array([entry])]).text)
    }

    private func send(_ recorded: RecordedExchange) -> OriginProbe.Exchange {
        objects.probe.send(
            OriginRequest(
                method: recorded.method,
                target: recorded.target,
                body: recorded.requestBody.map { Array($0.utf8) } ?? []
            )
        )
    }

    private func compare(_ text: String, _ recorded: RecordedExchange) throws {
        #expect(try Self.shape(text) == Self.shape(recorded.body), "\(text)")
        let answer = try JSON(parsing: text)
        let expected = try JSON(parsing: recorded.body)
        for name in ["totalCount", "next", "prev"] { #expect(answer[name] == expected[name], "\(name)") }
        guard expected["data"]?.array != nil else {
            return #expect(Self.stable(answer) == Self.stable(expected))
        }
        // The service of 2020 used an order of its own if none was requested.
        let entries = [answer, expected].map { page in
            (page["data"]?.array ?? []).map { Self.stable($0) }
        }
        let isSorted = recorded.query["sort"] != nil
        #expect(isSorted ? entries[0] == entries[1] : Set(entries[0]) == Set(entries[1]))
    }

    /// A value without the parts that differ in each run.
    private static func stable(_ value: JSON) -> JSON {
        switch value {
        case .object(let members):
            .object(members.filter { !["updated", "eTag"].contains($0.key) }.mapValues { stable($0) })
        case .array(let elements): .array(elements.map { stable($0) })
        default: value
        }
    }

    /// The names of the members in their order, and the form of their values.
    private static func shape(_ text: String) throws -> String {
        let names = text.matches(of: /"([A-Za-z]+)":/).map { String($0.output.1) }
        // Members that clients invented for `custom` are not part of the form.
        let known = Set(
            ["status", "data", "totalCount", "next", "prev", "id", "name", "externalId", "profileUrl", "email", "type"]
                + ["description", "custom", "updated", "eTag", "channel", "uuid", "error", "message", "source"]
        )
        let dates = text.matches(of: /"updated":"([^"]*)"/).allSatisfy { Instant(String($0.output.1)) != nil }
        let list = try JSON(parsing: text)["data"]?.array
        let own = names.filter { known.contains($0) }
        // The entries of a list may have another order, so the forms are sorted before they are compared.
        return "\(dates) " + (list == nil ? own : own.sorted()).joined(separator: " ")
    }
}
