import Foundation

/// Benchmarks of chat data in its own store. Usage: SCENARIO PORT AMOUNT; the port is for scenarios that need a server.
@main
enum BenchChat {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let amount = Int(arguments[3]), amount > 0 else {
            print("usage: \(arguments[0]) SCENARIO PORT AMOUNT")
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        switch arguments[1] {
        case "chat-load": try await LoadBenchmark(folder: folder, messages: amount).run()
        case "chat-fill": try await FillBenchmark(folder: folder, members: amount).run()
        default: try await ScreenBenchmark(folder: folder, messages: amount).run()
        }
    }
}
