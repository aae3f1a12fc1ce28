import Glibc
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// The signal handlers of this process, tested with SIGCONT, which does not affect a running process
/// (Documentation/WireProtocol.md, "Suspension and identifier").
@Suite(.serialized) struct ProcessSignalsTests {
    /// The action of a signal in this process, as a number.
    private func action(of signal: Int32) -> Int {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    }

    /// Repeats `work` until `condition` holds.
    private func `repeat`(_ work: () -> Void = {}, until condition: () -> Bool) async -> Bool {
        await eventually {
            if condition() { return true }
            work()
            return false
        }
    }

    @Test func aWatchedSignalIsReportedAndThenHasItsFormerAction() async {
        let usual = (stop: action(of: SIGTSTP), resume: action(of: SIGCONT))
        let signals = DispatchProcessSignals()
        // More than once, because Dispatch installs its own handler only the first time.
        for round in 1...3 {
            let heard = Locked(0)
            signals.watch(stop: {}, continue: { heard.withLock { $0 += 1 } })
            let isHeard = await `repeat`({ kill(getpid(), SIGCONT) }, until: { heard.withLock { $0 > 0 } })
            #expect(isHeard, "round \(round)")
            #expect(action(of: SIGTSTP) != usual.stop)
            signals.unwatch()
            let isBack = await `repeat`(until: {
                action(of: SIGTSTP) == usual.stop && action(of: SIGCONT) == usual.resume
            })
            #expect(isBack, "round \(round)")
        }
    }

    /// Clients that do not ask for it install no handler.
    @Test func otherClientsLeaveTheSignalsAlone() {
        let usual = action(of: SIGTSTP)
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.suspend()
        scripted.settle()
        scripted.client.resume()
        #expect(action(of: SIGTSTP) == usual)
    }
}
