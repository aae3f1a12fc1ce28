/// One event with everything that it has to cause (README "Event handling", wire reference 7.10).
struct ToldEvent: Sendable {
    enum Closure: Sendable {
        /// It is told what the first observer is told.
        case asObserved
        case says(String)
        /// The event ends no call.
        case silent
    }

    /// Who is told, and what.
    struct Telling: Sendable {
        let name: String
        let said: String

        init(_ name: String, _ said: String) {
            self.name = name
            self.said = said
        }
    }

    let delegate: Telling
    /// The deprecated delegate methods that stand in for it.
    let superseded: [Telling]
    let observers: [Telling]
    let closure: String?
    let notification: Telling?

    /// An event that everybody is told of.
    ///
    /// - Parameters:
    ///   - method: The full name of the delegate method.
    ///   - said: What it is told; empty when that is nothing.
    ///   - superseded: The deprecated methods that are called in its stead where only those are implemented.
    ///   - observers: By what they were registered, and what they are told.
    ///   - closure: What the closure of the call is told.
    ///   - notification: Its name; nil when there is none.
    ///   - payload: What it carries; nil when that is what the delegate is told.
    init(
        _ method: String,
        _ said: String = "",
        superseded: [Telling] = [],
        observers: Telling...,
        closure: Closure = .asObserved,
        posts notification: String?,
        carrying payload: String? = nil
    ) {
        delegate = Telling(method, said)
        self.superseded = superseded
        self.observers = observers
        self.notification = notification.map { Telling($0, payload ?? said) }
        self.closure =
            switch closure {
            case .asObserved: observers.first?.said
            case .says(let text): text
            case .silent: nil
            }
    }

    /// A question to the delegate.
    init(question method: String) {
        self.init(method, posts: nil)
    }

    /// What stands in the log, in the documented order: delegate, observers, closure, notification.
    func lines(for listener: ToldListener) -> [String] {
        let delegates = listener == .superseded ? superseded : [delegate]
        return delegates.map { line("delegate", $0) } + observers.map { line("observer", $0) }
            + (closure.map { ["closure: \($0)"] } ?? []) + (notification.map { [line("notification", $0)] } ?? [])
    }

    private func line(_ kind: String, _ telling: Telling) -> String {
        "\(kind) \(telling.name)" + (telling.said.isEmpty ? "" : ": \(telling.said)")
    }
}

/// Which methods the delegate of a test implements.
enum ToldListener: CaseIterable {
    /// All current ones.
    case current
    /// All current ones, as imported code of 3.7.8 spells them.
    case copied
    /// Only those that are deprecated.
    case superseded
}
