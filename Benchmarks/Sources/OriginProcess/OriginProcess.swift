import Foundation

/// A server in its own process, the program `SoakOrigin` in the same folder. The process ends when this value is released.
public final class OriginProcess {
    /// The port of the server.
    public let port: String
    private let process = Process()
    private let input = Pipe()

    /// Starts the server.
    ///
    /// - Throws: The reason why the program does not run.
    public init() throws {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = folder.appending(path: "SoakOrigin")
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Injects a fault into the next requests.
    public func inject(_ fault: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data("\(fault)\n".utf8))
    }

    /// Whether the server runs.
    public var isRunning: Bool { process.isRunning }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
