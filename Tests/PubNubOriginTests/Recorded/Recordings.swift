import Foundation
import PubNubWire

/// The folder of recordings, which is not part of the project and is read in place.
enum Recordings {
    /// The path of the folder; nil if it does not exist.
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

    /// The exchanges of one file as the real service sent them, without damaged or invented ones unless other provenances
    /// are requested.
    static func exchanges(_ file: String, _ provenances: Set<String> = ["recorded"]) -> [RecordedExchange] {
        values(file).compactMap { RecordedExchange($0) }.filter { provenances.contains($0.provenance) }
    }

    static func values(_ file: String) -> [JSON] {
        guard let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(file).json") else { return [] }
        return (try? JSON(parsing: Array(data)))?.array ?? []
    }
}
