import Foundation
import Glibc

/// A program that runs until the test ends it, and inherits every descriptor without the close-on-exec flag, except the standard ones.
///
/// Foundation's `Process` closes descriptors itself; other mechanisms to start a program do not.
final class ChildProcess: Sendable {
    struct SetupFailure: Error {}

    let id: pid_t

    init() throws {
        var id: pid_t = 0
        // Longer than any test, and limited: if the tests crash, the program ends by itself.
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
        defer { for argument in arguments { free(argument) } }
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The reader of the output of the tests does not wait for the end of this program.
        for descriptor in STDIN_FILENO...STDERR_FILENO {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        guard posix_spawn(&id, "/bin/sleep", &actions, nil, arguments, environment) == 0 else { throw SetupFailure() }
        self.id = id
    }

    deinit {
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// The sockets of the program, by the kernel's number.
    var sockets: Set<String> { Self.sockets(of: "\(id)") }

    /// The sockets of a process; `self` for this one.
    static func sockets(of process: String) -> Set<String> {
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let targets = names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        return Set(targets.filter { $0.hasPrefix("socket:[") }.map { String($0.dropFirst(8).dropLast()) })
    }

    /// The sockets of this process that are connected to a port, by the kernel's number.
    static func connections(to port: UInt16) -> Set<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return Set(
            names.compactMap { Int32($0) }.compactMap { descriptor in
                var facts = stat()
                guard peerPort(of: descriptor) == port, fstat(descriptor, &facts) == 0 else { return nil }
                return "\(facts.st_ino)"
            }
        )
    }

    /// The port at the other end; nil for a descriptor that is not an IPv4 connection.
    private static func peerPort(of descriptor: Int32) -> UInt16? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
        }
        guard isConnected, address.sin_family == sa_family_t(AF_INET) else { return nil }
        return UInt16(bigEndian: address.sin_port)
    }
}
