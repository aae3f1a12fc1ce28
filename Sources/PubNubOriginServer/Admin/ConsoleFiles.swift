import PubNubOrigin
import Foundation

/// The files of the console's page, read once.
struct ConsoleFiles: Sendable {
    /// The name of the page itself.
    static let page = "console.html"

    /// The folders that may contain the files, relative to the folder of the program: that of a build, and that of an installation.
    private static let candidates = ["pubnub_PubNubOriginServer.resources/Console", "../share/pubnub/console"]

    private let files: [String: ConsoleFile]

    /// Reads the files.
    ///
    /// - Throws: `OriginError.invalidConfiguration` if they are not where the program looks for them.
    init() throws(OriginError) {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let candidates = Self.candidates.map { folder.appendingPathComponent($0).standardizedFileURL }
        guard let found = candidates.lazy.map({ Self.files(in: $0) }).first(where: { $0[Self.page] != nil }) else {
            throw .invalidConfiguration(
                "the files of the console are missing; they belong in \(candidates.map(\.path).joined(separator: " or "))"
            )
        }
        files = found
    }

    /// A file by its name; nil for an unknown name.
    subscript(name: String) -> ConsoleFile? { files[name] }

    private static func files(in folder: URL) -> [String: ConsoleFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.reduce(into: [:]) { files, name in
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { return }
            files[name] = ConsoleFile(name: name, bytes: Array(data))
        }
    }
}

/// A file of the console's page.
struct ConsoleFile: Sendable {
    let bytes: [UInt8]
    let contentType: String
    /// The entity tag: a hash of the content in quotes.
    let tag: String

    init(name: String, bytes: [UInt8]) {
        self.bytes = bytes
        contentType =
            switch name.split(separator: ".").last {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "js": "text/javascript; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "application/octet-stream"
            }
        // FNV-1a: tells versions apart, and protects nothing.
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        tag = "\"\(String(hash, radix: 16))\""
    }
}
