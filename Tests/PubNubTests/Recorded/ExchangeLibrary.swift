import Foundation

/// Every exchange there is to test with: the project's own, and the recorded ones where they are at hand.
enum ExchangeLibrary {
    /// The exchanges that asked for `operation`.
    static func exchanges(of operation: RecordedOperation) -> [RecordedExchange] {
        all.filter { $0.operation == operation }
    }

    /// Those of them whose request is known too.
    static func requests(of operation: RecordedOperation) -> [RecordedExchange] {
        exchanges(of: operation).filter { $0.request != nil }
    }

    /// How many of the exchanges are recorded ones; nil when there is no folder of them.
    static var recordedCount: Int? { recorded?.count }

    private static let all = own + (recorded ?? [])

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let own: [RecordedExchange] = {
        let folder = root.appending(path: "Tests/Fixtures")
        let families = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return families.sorted().flatMap { load(folder.appending(path: $0).appending(path: "exchanges.json")) }
    }()

    private static let recorded: [RecordedExchange]? = {
        let named = ProcessInfo.processInfo.environment["PUBNUB_FIXTURES"].map { URL(filePath: $0) }
        let folder = (named ?? root.appending(path: "../shared/fixtures")).standardizedFileURL
            .appending(path: "recorded")
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("Recorded exchanges: not run, there is no folder \(folder.path)")
            return nil
        }
        return names.sorted().filter { $0.hasSuffix(".json") }.flatMap { load(folder.appending(path: $0)) }
    }()

    private static func load(_ file: URL) -> [RecordedExchange] {
        guard let data = try? Data(contentsOf: file),
            let cases = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
        else { return [] }
        return cases.flatMap { fields -> [RecordedExchange] in
            let id = fields["id"] as? String ?? file.lastPathComponent
            guard let steps = fields["exchanges"] as? [[String: Any]] else {
                return RecordedExchange(fields, id: id).map { [$0] } ?? []
            }
            return steps.enumerated().compactMap { RecordedExchange($0.element, id: "\(id)#\($0.offset)") }
        }
    }
}
