import Foundation
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Each refusal of the server names its evidence")
struct RefusalEvidenceTests {
    /// The sources of the handlers without comments, by name.
    private static let sources = sources(in: ["Files", "Handlers"])

    private static func sources(in parts: [String]) -> [String: String] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        var sources: [String: String] = [:]
        for part in parts {
            let folder = root.appendingPathComponent("Sources/PubNubOrigin/\(part)").path
            for name in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? []
            where name.hasSuffix(".swift") {
                guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
                sources["\(part)/\(name)"] = text.split(separator: "\n", omittingEmptySubsequences: false)
                    .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            }
        }
        return sources
    }

    private static let texts = sources.values.map { withoutValues($0) }

    private static let literal = #""((?:[^"\\]|\\.)+)""#
    /// The text before the reason of a refusal.
    private static let prefixes = [
        #"(?:refusal|balancer|object|error|pubSub|history|invalid|refuse|publish|storage)\(\s*(?:query: "\w+", )?(?:[0-9]{3},\s*)?(?:code: [0-9]+,\s*)?(?:"\w+",\s*)?"#,
        #"message: "#, #"let message = "#, #"case \w+ = "#, #"return "#, #"\? nil : "#,
    ]

    /// The reasons in the sources, with `…` for values.
    private static func reasons() throws -> [String: String] {
        var found: [String: String] = [:]
        for (name, source) in sources {
            for prefix in prefixes {
                let pattern = try NSRegularExpression(pattern: prefix + literal)
                let range = NSRange(source.startIndex..., in: source)
                for match in pattern.matches(in: source, range: range) {
                    guard let place = Range(match.range(at: 1), in: source) else { continue }
                    let text = withoutValues(String(source[place]))
                    if isReason(text) { found[text] = name }
                }
            }
        }
        return found
    }

    private static func withoutValues(_ text: String) -> String {
        text.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "…")
    }

    /// Whether a literal is a sentence, and not a part of JSON, a header or a word of the protocol.
    private static func isReason(_ text: String) -> Bool {
        guard !text.contains("{"), !text.contains("\\\""), !text.contains("="), !text.contains("://"),
            !text.contains("/v"),
            !text.hasPrefix("WARNING")
        else { return false }
        return text.contains(" ") && text.contains { $0.isLetter }
    }

    @Test("Every reason in the sources is in the table")
    func complete() throws {
        let reasons = try Self.reasons()
        #expect(reasons.count > 80, "the sources are read")
        let known = Set(RefusalTable.rows.map { $0.text })
        for (text, file) in reasons.sorted(by: { $0.key < $1.key }) where !known.contains(text) {
            guard !Self.parts.contains(text) else { continue }
            Issue.record("\(file) refuses with \(text.debugDescription), and the table does not say why")
        }
    }

    /// Literals that are put together to a reason of the table.
    private static let parts: Set<String> = ["… custom …"]

    @Test("Every status of a refusal in the sources is in the table, and no other part of the server makes refusals")
    func statuses() throws {
        /// A status that a response is made with, and not one that is read or counted.
        let made = /(?:status: |status = |error\(|refusal\(|object\(|balancer\(|storage\(|[?:] )\s*(4[0-9][0-9])\b/
        func statuses(_ sources: [String: String]) -> Set<Int> {
            Set(sources.values.flatMap { $0.matches(of: made).compactMap { Int($0.1) } })
        }
        let found = statuses(Self.sources)
        #expect(found.count > 10, "the sources are read")
        #expect(found.subtracting(RefusalTable.statuses.keys) == [])
        let others = Self.sources(in: ["Core", "Faults", "HTTP", "Log", "Requests", "Settings", "Store"])
        #expect(others.count > 50 && statuses(others) == [])
    }

    @Test(
        "A status that is said to be recorded is in a recording of the service",
        .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
    )
    func recordedStatuses() {
        for (status, evidence) in RefusalTable.statuses {
            guard case .recorded(let file) = evidence else { continue }
            let exchanges = Recordings.exchanges(file, ["recorded", "recorded-rewritten"])
            #expect(exchanges.contains { $0.status == status }, "\(status) in \(file)")
        }
    }

    @Test("Every row of the table is a reason of the server, once", arguments: RefusalTable.rows.map { $0.text })
    func current(text: String) {
        #expect(RefusalTable.rows.count { $0.text == text } == 1)
        // The words about a filter are in the module that client and server share.
        let isAboutFilter = text == "Malformed filter expression"
        #expect(isAboutFilter || Self.texts.contains { $0.contains(text) })
    }

    @Test(
        "A reason that is said to be recorded is in a recording of the service",
        .enabled(if: Recordings.isPresent, "the folder of recordings is not there")
    )
    func recorded() {
        var checked = 0
        for (text, evidence) in RefusalTable.rows {
            guard case .recorded(let file) = evidence else { continue }
            let exchanges = Recordings.exchanges(file, ["recorded", "recorded-rewritten"])
            #expect(exchanges.contains { $0.body.contains(text) }, "\(text) in \(file)")
            checked += 1
        }
        #expect(checked >= 10)
    }

    @Test("Every refusal with a recording is made in its words, and what was recorded as accepted is accepted")
    func words() {
        let probe = OriginProbe()
        let rows: [(target: String, status: Int, text: String)] = [
            ("/publish/demo/demo/0/a/0/%7B", 400, "Invalid JSON"),
            ("/signal/demo/demo/0/a/0/%22\(String(repeating: "x", count: 63))%22", 400, "Signal size too large"),
            ("/v2/subscribe/demo/,/0?tt=0&channel-group=none", 400, "empty subscription set"),
            ("/v2/presence/sub-key/demo/channel/,/uuid/u/data?state=%7B%7D", 200, "No valid channels specified"),
            ("/v2/objects/demo/uuids/none", 404, "Requested object was not found."),
            ("/v1/push/sub-key/demo/devices/xyz?type=apns&add=a", 400, "Invalid device token"),
            ("/v1/push/sub-key/demo/devices/xyz?type=apns&remove=a", 200, "Modified Channels"),
            ("/v2/subscribe/demo/a/0?tt=0&filter-expr=x%20==", 481, "Malformed filter expression"),
        ]
        for (target, status, text) in rows {
            let exchange = probe.get(target)
            #expect(exchange.status == status && exchange.body?.contains(text) == true, "\(target)")
        }
    }
}
