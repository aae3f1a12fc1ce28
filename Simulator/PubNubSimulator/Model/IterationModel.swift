@testable import PubNubMachines
@testable import PubNubWire

/// The iterations of the application, with what the engine knows about them.
struct IterationModel {
    /// A step of the application that concerns an iteration.
    enum Step: Equatable, Sendable {
        /// The application begins an iteration that receives what was sent in the last microseconds, or from now on.
        case begin([SubscriptionTarget], hasPresence: Bool, goesBack: Int?)
        /// The application ends one of the running iterations.
        case end(Int)
        case add(SubscriptionTarget, to: Int)
        case remove(SubscriptionTarget, from: Int)
    }

    var table = IterationTable()
    var holders = SubscriptionReferences()
    var retries = IterationRetries(seed: 0)
    /// The changes in progress for iterations, by number.
    var changes: [UInt64: [SubscriptionChange.Entry]] = [:]
    /// The first requests whose responses have confirmed iterations.
    var confirmedJoins: UInt64 = 0
    /// The latest timetoken of the service when the last first request was sent.
    var joinSent: UInt64 = 0
    private var lastNumber: UInt64 = 0

    /// The running iterations, in the order in which they began.
    var running: [UInt64] { table.all.keys.sorted() }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}

extension IterationModel.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .begin(let targets, let hasPresence, let goesBack):
            "the application begins an iteration of \(targets.map(\.name).joined(separator: ", "))"
                + (hasPresence ? " with presence" : "") + (goesBack.map { " since \($0.secondsText) ago" } ?? "")
        case .end(let index): "the application ends iteration \(index)"
        case .add(let target, let index): "the application adds \(target.name) to iteration \(index)"
        case .remove(let target, let index): "the application removes \(target.name) from iteration \(index)"
        }
    }
}
