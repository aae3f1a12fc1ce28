import Glibc
import NIOCore

/// The system calls that NIO does not offer for a socket that listens.
enum ListeningSocket {
    /// The fields of Linux's `struct sock_filter`.
    private struct FilterStep {
        let code: UInt16
        let whenTrue: UInt8
        let whenFalse: UInt8
        let operand: UInt32
    }

    /// The fields of Linux's `struct sock_fprog`.
    private struct FilterProgram {
        let count: UInt16
        let steps: UnsafePointer<FilterStep>
    }

    /// Drops packets that ask for a new connection (SYN without ACK), and passes on all others.
    private static let dropsNewConnections = [
        // A = the flags of the TCP header.
        FilterStep(code: 0x30, whenTrue: 0, whenFalse: 0, operand: 13),
        // A = A & (ACK | SYN).
        FilterStep(code: 0x54, whenTrue: 0, whenFalse: 0, operand: 0x12),
        // Continue with the next step if A = SYN, else with the one after it.
        FilterStep(code: 0x15, whenTrue: 0, whenFalse: 1, operand: 0x02),
        FilterStep(code: 0x06, whenTrue: 0, whenFalse: 0, operand: 0),
        FilterStep(code: 0x06, whenTrue: 0, whenFalse: 0, operand: .max),
    ]
    /// `SO_ATTACH_FILTER`, a macro of Linux that Swift's Glibc module leaves out.
    private static let attachFilter: Int32 = 26
    /// Where Linux's `struct tcp_info` has `tcpi_unacked`. A socket that listens has the connections there that wait to be accepted.
    private static let waitingOffset = 24

    /// Lets the kernel drop what asks for a new connection, so that the connections that it has completed can be accepted to the last
    /// one. Closing the socket resets those that are not accepted, with the requests that their clients have sent already.
    ///
    /// - Returns: Whether the kernel does.
    static func dropNewConnections(_ socket: CInt) -> Bool {
        dropsNewConnections.withUnsafeBufferPointer { steps in
            guard let base = steps.baseAddress else { return false }
            var program = FilterProgram(count: UInt16(steps.count), steps: base)
            let size = socklen_t(MemoryLayout<FilterProgram>.size)
            return setsockopt(socket, SOL_SOCKET, attachFilter, &program, size) == 0
        }
    }

    /// How many connections wait to be accepted; nil if the kernel does not say.
    static func waitingCount(_ socket: CInt) -> Int? {
        var facts = [UInt8](repeating: 0, count: 64)
        var size = socklen_t(facts.count)
        guard getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &facts, &size) == 0,
            Int(size) >= waitingOffset + MemoryLayout<UInt32>.size
        else { return nil }
        return facts.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: waitingOffset, as: UInt32.self)) }
    }
}
