import Foundation

/// The exchanges recorded from the real service, which are stored outside of the project.
enum RecordedFixtures {
    /// The folder that `PUBNUB_FIXTURES` names, else the one next to the project; nil if neither exists.
    static let folder: URL? = {
        let project = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let folder =
            ProcessInfo.processInfo.environment["PUBNUB_FIXTURES"].map { URL(filePath: $0) }
            ?? project.appending(path: "../shared/fixtures").standardized
        let recorded = folder.appending(path: "recorded")
        return FileManager.default.fileExists(atPath: recorded.path) ? folder : nil
    }()
}
