import Foundation

/// A program in the same folder.
struct Program {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    let arguments: [String]

    /// A process that runs on one CPU if the system can pin programs.
    func process(cpu: String?) -> Process {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let process = Process()
        let program = folder.appending(path: name)
        if let cpu {
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["taskset", "-c", cpu, program.path] + arguments
        } else {
            process.executableURL = program
            process.arguments = arguments
        }
        return process
    }

    /// Runs to the end and reads the reported figures.
    func figures(cpu: String?) throws -> [String: Double] {
        let process = process(cpu: cpu)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(name) \(arguments[0]) ended with status \(process.terminationStatus)")
        }
        let pairs = text.split(separator: "\n").compactMap { line -> (String, Double)? in
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else { return nil }
            return (String(words[0]), value)
        }
        return Dictionary(pairs) { $1 }
    }
}
