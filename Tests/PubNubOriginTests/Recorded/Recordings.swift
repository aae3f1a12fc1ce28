import Foundation
import PubNubWire

/// The folder of recordings, which lies outside the project and is read in place.
enum Recordings {
    /// The folder; nil when it is not there.
    static let folder: String? = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let fixtures =
            ProcessInfo.processInfo.environment["PUBNUB_FIXTURES"]
            ?? root.deletingLastPathComponent().path + "/shared/fixtures"
        let folder = fixtures + "/recorded"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()

    static var isPresent: Bool { folder != nil }

    /// What the real service said, of one file: nothing that was damaged or made up, unless other provenances are
    /// asked for.
    static func exchanges(_ file: String, _ provenances: Set<String> = ["recorded"]) -> [RecordedExchange] {
        values(file).compactMap { RecordedExchange($0) }.filter { provenances.contains($0.provenance) }
    }

    static func values(_ file: String) -> [JSONValue] {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(file).json") else { return [] }
        return (try? JSONValue(parsing: Array(data)))?.arrayValue ?? []
    }
}
