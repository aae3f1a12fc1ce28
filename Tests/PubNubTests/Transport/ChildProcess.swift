import Foundation
import Glibc

/// A program that runs until it is ended, and inherits every descriptor that is not marked otherwise.
///
/// Foundation's `Process` closes descriptors by itself, other ways to start a program do not.
final class ChildProcess: Sendable {
    struct SetupFailure: Error {}

    let id: pid_t

    init() throws {
        var id: pid_t = 0
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("86400"), nil]
        defer { for argument in arguments { free(argument) } }
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        guard posix_spawn(&id, "/bin/sleep", nil, nil, arguments, environment) == 0 else { throw SetupFailure() }
        self.id = id
    }

    deinit {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// The sockets that the program has, by the kernel's number.
    var sockets: Set<String> { Self.sockets(of: "\(id)") }

    /// The sockets of a process; `self` for this one.
    static func sockets(of process: String) -> Set<String> {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return Set(targets.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
    }

    /// The clients' ends of connections to a port, by the kernel's number.
    static func connections(to port: UInt16) throws -> Set<String> {
        let table = try String(contentsOfFile: "/proc/self/net/tcp", encoding: .utf8)
        let suffix = ":" + String(format: "%04X", Int(port))
        return Set(
            table.split(separator: "\n").dropFirst().compactMap { line in
                let columns = line.split(separator: " ")
                return columns.count > 9 && columns[2].hasSuffix(suffix) ? String(columns[9]) : nil
            }
        )
    }
}
