import Glibc
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("A client that was made before a fork is reported")
struct ForkWatchTests {
    private final class Warnings: Sendable {
        private let texts = Locked<[String]>([])

        var all: [String] { texts.withLock { $0 } }

        func add(_ text: String) { texts.withLock { $0.append(text) } }
    }

    @Test("The first call after a fork logs a warning, and no later one; calls before it do not")
    func warning() {
        let warnings = Warnings()
        let forks = ForkWatch(WarnOnce { warnings.add($0) })
        let client = PubNub(
            configuration: .scripted(),
            transport: ScriptedTransport(),
            timers: ManualTimers(),
            seed: 1,
            forks: forks
        )
        client.requestServerTimeToken()
        #expect(warnings.all.isEmpty)
        forks.noteFork()
        client.requestServerTimeToken()
        client.sendMessage("m", to: PNChannel(name: "a"))
        let logged = warnings.all
        #expect(logged.count == 1)
        #expect(logged.first?.contains("process \(getpid())") == true)
        #expect(logged.first?.contains("Make clients after the fork") == true)
    }

    @Test("A client that was made after the fork is not reported")
    func later() {
        let warnings = Warnings()
        let forks = ForkWatch(WarnOnce { warnings.add($0) })
        forks.noteFork()
        forks.check(forks.birth)
        #expect(warnings.all.isEmpty)
    }

    @Test("A fork of the process is noticed in the new process, and not in the old one")
    func realFork() throws {
        typealias Fork = @convention(c) () -> pid_t
        // Swift hides the function, because most code must not run in a copy of a process with several threads.
        let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork"))
        let fork = unsafeBitCast(symbol, to: Fork.self)
        let watch = ForkWatch.shared
        let birth = watch.birth
        let child = fork()
        if child == 0 { _exit(watch.isForked(since: birth) ? 7 : 8) }
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child)
        #expect((status >> 8) & 0xFF == 7)
        #expect(!watch.isForked(since: birth))
    }
}
