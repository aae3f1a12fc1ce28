import Foundation
import PubNubOrigin
import PubNubTestSupport

/// A process that stores channels in a file, or has the file open. It ends with this object.
final class StoreProcess: @unchecked Sendable {
    // Unchecked because the process is created and started in the initializer, and later only killed and waited for.
    private let process = Process()
    private let input = Pipe()
    private let lines = IntegrationInbox<String>()
    private let ended = IntegrationInbox<Bool>()

    convenience init(_ address: OriginAddress, _ directory: URL, _ channels: [String]) throws {
        try self.init(["\(address.host):\(address.port)", directory.path] + channels)
    }

    /// Starts `test-process chat-store` with any arguments, and with additional environment variables.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let products =
            Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" } ?? Bundle.main.bundleURL
        let directories = [products.deletingLastPathComponent(), Bundle.main.bundleURL]
        let program = directories.map { $0.appendingPathComponent("test-process") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let program else { throw CocoaError(.fileNoSuchFile) }
        process.executableURL = program
        process.arguments = ["chat-store"] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        let lines = lines
        let ended = ended
        process.terminationHandler = { _ in ended.put(true) }
        try process.run()
        Thread.detachNewThread {
            var rest = Data()
            while true {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { return }
                rest += part
                while let end = rest.firstIndex(of: 10) {
                    lines.put(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
                    rest = Data(rest[(end + 1)...])
                }
            }
        }
    }

    deinit {
        // After a failure only this ends it. It would hold the output of the tests open.
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// Waits until it prints a line.
    func wait(for line: String) async throws {
        _ = try await lines.next(line) { $0 == line ? true : nil }
    }

    /// Waits for its next line.
    func line() async throws -> String {
        try await lines.next("line") { $0 }
    }

    /// Writes a line to its standard input.
    func tell(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Kills it with SIGKILL, and waits until it ended.
    func kill() async throws {
        _ = Foundation.kill(process.processIdentifier, SIGKILL)
        _ = try await ended.next("end") { $0 }
    }
}
