import PubNubMachines
import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNub
@testable import PubNubCore

/// A client with random calls and responses, repeatable by the seed, and the results of its calls.
final class RandomRun {
    private struct Made {
        let call: ClosureCall
        /// How often, and with what code, its closure was called.
        let endings = Notes<Int>()
    }

    let scripted: ScriptedClient
    private let network = ManualNetwork()
    private let seed: UInt64
    private var random: SeededGenerator
    private var made: [Made] = []

    /// A run whose calls wait for each other unless they run in parallel.
    init(seed: UInt64, inParallel: Bool) {
        self.seed = seed
        scripted = ScriptedClient(.signing(), network: NetworkWatch(network)) {
            $0.shouldRunCallsInParallel = inParallel
        }
        random = SeededGenerator(seed: seed)
        make(.connect)
    }

    func step() {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<30: if let call = ClosureCall.all.randomElement(using: &random) { make(call) }
        case ..<40: if let call = ClosureCall.changes.randomElement(using: &random) { make(call) }
        case ..<45: make(.publish)
        case ..<83: answerAny()
        case ..<85: networkChanges()
        case ..<91: scripted.wait(.milliseconds(Int.random(in: 1...5000, using: &random)))
        case ..<92: scripted.client.suspend()
        case ..<93: scripted.client.resume()
        case ..<95: scripted.wait(.seconds(20))
        case ..<97: make(.connect)
        case ..<98: random.next() % 2 == 0 ? scripted.client.disconnect() : haveOpinions()
        case ..<99: scripted.client.setClientIdentifier("me \(made.count)", shouldCatchup: made.count % 2 == 0)
        default: scripted.client.setConfiguration(otherConfiguration())
        }
        scripted.settle()
    }

    private func networkChanges() {
        network.tell { notice in
            notice.isAvailable = random.next() % 2 == 0
            notice.isChanged = random.next() % 2 == 0
            notice.wasAway = random.next() % 4 == 0
            notice.hasSlept = random.next() % 8 == 0
        }
    }

    /// Sends good responses until only the long poll waits.
    func calmDown() {
        make(.connect)
        for _ in 0..<2000 {
            if let due = scripted.transport.waiting.first(where: { !$0.isLongPoll }) {
                scripted.reply(due.path, GoodAnswer.body(for: due))
            } else if scripted.timers.running.keys.contains(where: { $0 != .join }) {
                scripted.wait(.seconds(1))
            } else {
                return scripted.settle()
            }
        }
        Issue.record("seed \(seed): it never comes to rest: \(scripted.unfinished)")
    }

    /// Expects that each call ended once.
    func expectEndings() {
        scripted.settle()
        for (number, made) in made.enumerated() {
            #expect(
                made.endings.values.count == 1,
                "seed \(seed), call \(number), \(made.call.name): \(made.endings.values)"
            )
        }
    }

    private func make(_ call: ClosureCall) {
        start(call)
        scripted.settle()
    }

    /// Makes a call, and sometimes another one inside its closure, as applications do.
    private func start(_ call: ClosureCall, isInside: Bool = false) {
        let new = Made(call: call)
        made.append(new)
        call.make(scripted.client) { [weak self] code in
            new.endings.add(code ?? 0)
            if !isInside { self?.goOn() }
        }
    }

    private func goOn() {
        guard random.next() % 4 == 0, let next = ClosureCall.all.randomElement(using: &random) else { return }
        start(next, isInside: true)
    }

    private func answerAny() {
        guard let request = scripted.transport.waiting.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<70: scripted.reply(request.path, GoodAnswer.body(for: request))
        case ..<76: scripted.reply(request.path, status: 403, #"{"status":403,"error":true,"message":"Forbidden"}"#)
        case ..<80: scripted.reply(request.path, status: 400, #"{"status":400,"error":true,"message":"No"}"#)
        case ..<86: scripted.reply(request.path, status: 503, "<html>busy</html>")
        case ..<90: scripted.reply(request.path, "{")
        case ..<96: scripted.fail(request.path, .reset)
        case ..<98: scripted.fail(request.path, .unreachable)
        default: scripted.fail(request.path, .noRoute)
        }
    }

    /// From now on, the delegate replies to the client's questions in another way.
    private func haveOpinions() {
        func opinion() -> Bool? { [true, false, nil].randomElement(using: &random) ?? nil }
        var answers = RecordingDelegate.Answers()
        answers.reconnect = opinion()
        answers.keepTimeToken = opinion()
        answers.resubscribe = opinion()
        answers.restoreFromLastTimeToken = opinion()
        answers.runInBackground = opinion() == true
        scripted.delegate.answer(answers)
    }

    private func otherConfiguration() -> PNConfiguration {
        let configuration = scripted.client.configuration()
        let changesKeys = made.count % 2 == 0
        let key = scripted.client.engine.read { $0.settings.subscribeKey }
        let updated = configuration.updatedConfiguration(
            withOrigin: configuration.origin,
            publishKey: made.count % 3 == 0 ? "pub2" : "pub",
            subscribeKey: changesKeys ? "sub\(made.count % 4)" : key,
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: changesKeys ? configuration.authorizationKey : "auth \(made.count)"
        )
        updated.callbackQueue = scripted.queue
        return updated
    }
}
