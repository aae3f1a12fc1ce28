import Dispatch
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// A process that the system stops and continues, without a signal to the client (Documentation/WireProtocol.md, "Suspension
/// and identifier").
@Suite struct ProcessSuspensionTests {
    /// A process that the test stops.
    private final class Process: ProcessSignals {
        struct State {
            var stop: (@Sendable () -> Void)?
            var resume: (@Sendable () -> Void)?
            /// Called when a stopped process continues.
            var continued: (@Sendable () -> Void)?
            var stops = 0
        }

        private let state = Locked(State())

        func watch(stop: @escaping @Sendable () -> Void, continue: @escaping @Sendable () -> Void) {
            state.withLock { ($0.stop, $0.resume) = (stop, `continue`) }
        }

        func unwatch() {
            state.withLock { ($0.stop, $0.resume) = (nil, nil) }
        }

        func stopProcess(_ continued: @escaping @Sendable () -> Void) {
            state.withLock { state in
                state.continued = continued
                state.stops += 1
            }
        }

        var isWatched: Bool { state.withLock { $0.stop != nil } }
        var stops: Int { state.withLock { $0.stops } }

        func sendStop() { state.withLock { $0.stop }?() }
        func sendContinue() { state.withLock { $0.resume }?() }
        func goOn() { state.withLock { $0.continued }?() }
    }

    private let process = Process()
    private let suspension: ProcessSuspension

    init() {
        suspension = ProcessSuspension(process)
    }

    private func client(_ names: String..., follows: Bool = true) -> ScriptedClient {
        let scripted = ScriptedClient(.scripted(), process: suspension) { $0.shouldSuspendWithProcess = follows }
        scripted.connect()
        scripted.subscribe(names)
        return scripted
    }

    private func keepRunning(_ scripted: ScriptedClient) {
        var answers = RecordingDelegate.Answers()
        answers.runInBackground = true
        scripted.delegate.answer(answers)
    }

    @Test func theClientSuspendsThenTheProcessStops() {
        let scripted = client("a")
        process.sendStop()
        scripted.settle()
        #expect(scripted.reported == ["willSuspend"])
        #expect(!scripted.client.isConnected())
        #expect(process.stops == 1)
        process.goOn()
        scripted.connect()
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
        process.sendContinue()
        #expect(scripted.reported == [])
    }

    @Test func theProcessWaitsForTheWorkOfTheDelegate() {
        let first = client("a")
        let second = client("b")
        let work = LastWork()
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in work.begin(done) }
        first.delegate.answer(answers)
        process.sendStop()
        process.sendStop()
        first.settle()
        second.settle()
        #expect(!second.client.isConnected())
        #expect(process.stops == 0)
        work.finish()
        #expect(process.stops == 1)
        #expect(first.reported == ["willSuspend"])
    }

    @Test func theProcessWaitsAtMostTenSeconds() {
        let scripted = client("a")
        scripted.queue.suspend()
        process.sendStop()
        #expect(process.stops == 0)
        scripted.timers.advance(by: .seconds(10))
        #expect(process.stops == 1)
        scripted.queue.resume()
    }

    @Test func goingOnWhileTheDelegateWorksCallsTheStopOff() {
        let first = client("a")
        let second = client("b")
        let work = LastWork()
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in work.begin(done) }
        first.delegate.answer(answers)
        process.sendStop()
        first.settle()
        second.settle()
        process.sendContinue()
        work.finish()
        #expect(process.stops == 0)
        #expect(first.client.isConnected())
        second.connect()
        #expect(second.reported == ["willSuspend", "willConnect", "didConnect", "willRestore b"])
        process.sendStop()
        first.settle()
        second.settle()
        work.finish()
        #expect(process.stops == 1, "the next stop is a stop again")
    }

    /// The delegate decides about its client, not about the process.
    @Test func aClientThatMayRunInTheBackgroundIsNotSuspended() {
        let scripted = client("a")
        keepRunning(scripted)
        process.sendStop()
        scripted.settle()
        #expect(process.stops == 1)
        #expect(scripted.client.isConnected())
        process.goOn()
        #expect(scripted.reported == [])
    }

    /// A client that the application suspended stays suspended until the application resumes it.
    @Test func aClientThatTheAppSuspendedIsNotResumed() {
        let scripted = client("a")
        scripted.client.suspend()
        scripted.settle()
        process.sendStop()
        #expect(process.stops == 1)
        process.goOn()
        scripted.settle()
        #expect(scripted.waiting == [])
        #expect(scripted.reported == ["willSuspend"])
    }

    @Test func signalsAreWatchedOnlyWhileAClientWantsIt() {
        let plain = client("a", follows: false)
        #expect(!process.isWatched)
        let configuration = plain.client.configuration()
        configuration.shouldSuspendWithProcess = true
        plain.client.setConfiguration(configuration)
        #expect(process.isWatched)
        #expect(plain.client.configuration().shouldSuspendWithProcess)
        var other: ScriptedClient? = client("b")
        configuration.shouldSuspendWithProcess = false
        plain.client.setConfiguration(configuration)
        #expect(process.isWatched)
        other?.settle()
        other = nil
        #expect(!process.isWatched)
        #expect(plain.client.isConnected())
        #expect(plain.reported == [])
    }

    @Test func aClientThatIsLetGoOfDoesNotHoldTheStopUp() {
        var scripted: ScriptedClient? = client("a")
        let work = LastWork()
        var answers = RecordingDelegate.Answers()
        answers.lastWork = { _, done in work.begin(done) }
        scripted?.delegate.answer(answers)
        process.sendStop()
        scripted?.settle()
        #expect(process.stops == 0)
        scripted = nil
        #expect(process.stops == 1)
    }

}
