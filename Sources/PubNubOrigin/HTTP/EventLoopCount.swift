import Glibc
import NIOCore

/// How many event loops a server has.
package enum EventLoopCount {
    /// The variable of NIO that takes precedence.
    private static let variable = "NIO_SINGLETON_GROUP_LOOP_COUNT"

    /// Lets the event loops of this process be as many as the processors that it may use. NIO counts those of the machine, and event loops
    /// that share a processor take turns for each request.
    ///
    /// Call it once, in a program whose only use of NIO is the server, before the server starts. Does nothing if the environment has a number.
    package static func useAllowedProcessors() {
        guard getenv(variable) == nil, let allowed = allowedProcessors else { return }
        NIOSingletons.groupLoopCountSuggestion = max(1, min(System.coreCount, allowed))
    }

    /// How many processors the kernel runs this process on; nil if it does not say.
    private static var allowedProcessors: Int? {
        let label = "Cpus_allowed:"
        let lines = ProcFile.content(of: "/proc/self/status")?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix(label) }) else { return nil }
        // A mask in hexadecimal digits, with commas in between.
        let count = line.dropFirst(label.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
        return count > 0 ? count : nil
    }
}
