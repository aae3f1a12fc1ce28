@testable import PubNubMachines

/// The delegate's replies and their delays.
struct DelegateReplies: Equatable, Sendable {
    var reconnect = true
    var keepTimetoken = true
    var resubscribe = true
    var restoreFromLastTimetoken = true
    var runInBackground = false
    /// Microseconds before a reply.
    var delay = 0
    /// Microseconds that the delegate works before a suspension; nil if it never finishes.
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

extension DelegateReplies: CustomStringConvertible {
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
