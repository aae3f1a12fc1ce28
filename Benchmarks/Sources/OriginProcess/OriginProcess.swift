import Foundation

/// The program `SoakOrigin` beside this one: a server in a process of its own, which ends with this value.
public final class OriginProcess {
    /// The port it listens on.
    public let port: String
    private let process = Process()
    private let input = Pipe()

    /// Starts the server.
    ///
    /// - Throws: Why the program beside this one does not run.
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

    /// Lets something go wrong with the requests that come next.
    public func inject(_ fault: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data("\(fault)\n".utf8))
    }

    /// Whether it runs.
    public var isRunning: Bool { process.isRunning }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
