import PubNubMachines

/// How the delegate answers, and how long it takes.
struct Opinions: Equatable, Sendable {
    var reconnect = true
    var keepTimetoken = true
    var resubscribe = true
    var restoreFromLastTimetoken = true
    var runInBackground = false
    /// Microseconds before an answer.
    var delay = 0
    /// Microseconds of last work before a suspension; nil for work that never ends.
    var work: Int? = 0

    func answer(to question: ClientAction.Question) -> Bool {
        switch question {
        case .reconnect: reconnect
        case .keepTimetoken: keepTimetoken
        case .resubscribe: resubscribe
        case .restoreFromLastTimetoken: restoreFromLastTimetoken
        case .runInBackground: runInBackground
        }
    }
}

extension Opinions: CustomStringConvertible {
    var description: String {
        let refused = [
            reconnect ? nil : "no reconnect", keepTimetoken ? nil : "no kept timetoken",
            resubscribe ? nil : "no resubscribe", restoreFromLastTimetoken ? nil : "no restore from last",
            runInBackground ? "runs in background" : nil,
        ]
        let words = refused.compactMap { $0 }
        let answers = words.isEmpty ? "yes to all" : words.joined(separator: ", ")
        return "\(answers), after \(delay.secondsText), work " + (work?.secondsText ?? "without end")
    }
}
