import BenchMeasure
import Foundation
import PubNubOrigin
import PubNubOriginServer

/// Pages of App Context from a durable origin in this process, over a socket. Usage: SCENARIO PORT USERS
///
/// Half of the users are active, and the names of one in ten begin with `ann`.
@main
enum BenchObjects {
    private static let pages = 400
    private static let queries = [
        "filter=status%20%3D%3D%20%22active%22&sort=name&limit=100&count=1&include=custom,status,type",
        "filter=name%20LIKE%20%22ann%2A%22&sort=name&limit=100&count=1&include=custom,status,type",
    ]

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let users = Int(arguments[3]) else {
            print("usage: \(arguments[0]) SCENARIO PORT USERS")
            exit(64)
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = OriginConfiguration().storing(in: .file(folder.appending(path: "objects.sqlite").path))
        let server = OriginServer(configuration: configuration)
        let port = try await server.start().port
        try await run { try fill(port: port, users: users) }
        try await run { try measure(port: port, users: users) }
        await server.stop()
    }

    /// Runs blocking work on a thread of its own.
    private static func run(_ body: @escaping @Sendable () throws -> Void) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Sets all users over concurrent connections, which share the flushes to disk.
    private static func fill(port: Int, users: Int) throws {
        let group = DispatchGroup()
        let lanes = 48
        let failures = Failures()
        for lane in 0..<lanes {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let connection = try Connection(port: port)
                    for number in stride(from: lane, to: users, by: lanes) {
                        let name = number % 10 == 0 ? "ann" : "user"
                        let body = """
                            {"name":"\(name)-\(number * 7919 % users)","status":"\(number % 2 == 0 ? "active" : "away")",\
                            "email":"user-\(number)@example.com","custom":{"level":\(number % 50)}}
                            """
                        _ = try connection.send("PATCH", "/v2/objects/bench/uuids/user-\(number)", body)
                    }
                } catch {
                    failures.add(error)
                }
            }
        }
        group.wait()
        if let failure = failures.first { throw failure }
    }

    private static func measure(port: Int, users: Int) throws {
        let connection = try Connection(port: port)
        let counts = queries.map { _ in users }
        var times: [Double] = []
        for round in 0..<pages {
            let index = round % queries.count
            let start = now_seconds()
            let body = try connection.send("GET", "/v2/objects/bench/uuids?\(queries[index])")
            times.append((now_seconds() - start) * 1e6)
            let total = index == 0 ? counts[index] / 2 : counts[index] / 10
            guard body.contains("\"totalCount\":\(total),") else { throw Connection.Failure.wrongAnswer }
        }
        report("median-us", median(&times, times.count))
    }
}
