import Foundation

/// The server, in a process of its own; it ends with this value.
final class OriginProcess {
    let port: String
    private let process = Process()
    private let input = Pipe()

    init() throws {
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
    func inject(_ fault: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data("\(fault)\n".utf8))
    }

    var isRunning: Bool { process.isRunning }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
