import Glibc
import Synchronization

/// Counts the forks of the process. Threads, timers and connections of a client exist only in the process that made it.
package final class ForkWatch: Sendable {
    package static let shared: ForkWatch = {
        let watch = ForkWatch()
        pthread_atfork(nil, nil) { ForkWatch.shared.noteFork() }
        return watch
    }()

    private let forks = Atomic<UInt>(0)
    private let warning: WarnOnce

    init(_ warning: WarnOnce = WarnOnce()) {
        self.warning = warning
    }

    /// The process in which a client was made.
    struct Birth: Sendable {
        let process: Int32
        fileprivate let forks: UInt
    }

    var birth: Birth { Birth(process: getpid(), forks: forks.load(ordering: .relaxed)) }

    /// Called in the new process.
    func noteFork() {
        forks.wrappingAdd(1, ordering: .relaxed)
    }

    /// Whether the process is a copy of the one in which a client was made.
    func isForked(since birth: Birth) -> Bool {
        forks.load(ordering: .relaxed) != birth.forks
    }

    /// Warns once if the process was forked after the birth of a client.
    func check(_ birth: Birth) {
        guard isForked(since: birth) else { return }
        warning.log(
            """
            A client that was made in process \(birth.process) is used in process \(getpid()), which was forked after that. A fork \
            copies neither the threads nor the connections of a client, so its calls do not end. Make clients after the fork.
            """
        )
    }
}
