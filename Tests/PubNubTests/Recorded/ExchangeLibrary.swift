import Foundation

/// All exchanges for tests: the project's own, and the recorded ones if they are available.
enum ExchangeLibrary {
    /// The exchanges whose request was `operation`.
    static func exchanges(of operation: RecordedOperation) -> [RecordedExchange] {
        all.filter { $0.operation == operation }
    }

    /// Those of them whose request is recorded as well.
    static func requests(of operation: RecordedOperation) -> [RecordedExchange] {
        exchanges(of: operation).filter { $0.request != nil }
    }

    /// The number of recorded exchanges; nil without a folder of recordings.
    static var recordedCount: Int? { recorded?.count }

    /// The recorded exchanges whose request was `operation`.
    static func recorded(of operation: RecordedOperation) -> [RecordedExchange] {
        recorded?.filter { $0.operation == operation } ?? []
    }

    /// The cases of a recorded file; nil if it cannot be read.
    static func recordedCases(in name: String) -> [[String: Any]]? {
        cases(recordedFolder.appending(path: name))
    }

    private static let all = own + (recorded ?? [])

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static let own: [RecordedExchange] = {
        let folder = root.appending(path: "Tests/Fixtures")
        let families = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return families.sorted().flatMap { load(folder.appending(path: $0).appending(path: "exchanges.json")) }
    }()

    private static let recordedFolder: URL = {
        let named = ProcessInfo.processInfo.environment["PUBNUB_FIXTURES"].map { URL(filePath: $0) }
        return (named ?? root.appending(path: "../shared/fixtures")).standardizedFileURL.appending(path: "recorded")
    }()

    private static let recorded: [RecordedExchange]? = {
        let folder = recordedFolder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("Recorded exchanges: not run, there is no folder \(folder.path)")
            return nil
        }
        return names.sorted().filter { $0.hasSuffix(".json") }.flatMap { load(folder.appending(path: $0)) }
    }()

    private static func cases(_ file: URL) -> [[String: Any]]? {
        (try? Data(contentsOf: file)).flatMap { try? JSONSerialization.jsonObject(with: $0) as? [[String: Any]] }
    }

    private static func load(_ file: URL) -> [RecordedExchange] {
        guard let cases = cases(file) else { return [] }
        return cases.flatMap { fields -> [RecordedExchange] in
            let id = fields["id"] as? String ?? file.lastPathComponent
            guard let steps = fields["exchanges"] as? [[String: Any]] else {
                return RecordedExchange(fields, id: id).map { [$0] } ?? []
            }
            return steps.enumerated().compactMap { RecordedExchange($0.element, id: "\(id)#\($0.offset)") }
        }
    }
}
