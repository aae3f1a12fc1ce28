import Foundation

/// The server of both sides; it stops when this value is released.
final class Server {
    let port: String
    private let process: Process
    private let input = Pipe()

    init(cpu: String?) throws {
        process = Program(name: "BenchServer", arguments: []).process(cpu: cpu)
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        port = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
