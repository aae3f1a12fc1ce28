import Foundation

/// Tells the service manager that started the process what the process does, as `sd_notify(3)` describes. Does nothing without one.
enum ServiceManager {
    /// The state of the service.
    enum State: Sendable {
        /// It serves.
        case ready
        /// It reads its settings again; ``ready`` follows.
        case reloading
        /// It ends.
        case stopping

        /// The lines of the notification.
        fileprivate var text: String {
            switch self {
            case .ready: "READY=1"
            case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(Self.monotonicMicroseconds)"
            case .stopping: "STOPPING=1"
            }
        }

        private static var monotonicMicroseconds: UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
        }
    }

    /// Sends a state to the socket of the variable `NOTIFY_SOCKET`. A manager that does not take it is not waited for.
    static func notify(_ state: State) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], let first = path.utf8.first,
            first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
        else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(path.utf8)
        // A name outside of the file system begins with NUL.
        if first == UInt8(ascii: "@") { bytes[0] = 0 }
        let isSet = withUnsafeMutableBytes(of: &address.sun_path) { target -> Bool in
            guard bytes.count < target.count else { return false }
            target.copyBytes(from: bytes)
            return true
        }
        guard isSet else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let length = socklen_t(offset + bytes.count)
        let text = Array(state.text.utf8)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), address, length)
            }
        }
    }
}
