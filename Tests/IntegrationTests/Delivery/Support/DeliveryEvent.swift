/// One event with all of its expected deliveries (README "Event handling").
struct DeliveryEvent: Sendable {
    enum Closure: Sendable {
        /// The closure receives what the first observer receives.
        case asObserved
        case receives(String)
        /// The event ends no call, so no closure runs.
        case silent
    }

    /// A receiver, and the values that it receives.
    struct Delivery: Sendable {
        let name: String
        let text: String

        init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    let delegate: Delivery
    /// The deprecated delegate methods that are called in its place.
    let deprecated: [Delivery]
    let observers: [Delivery]
    let closure: String?
    let notification: Delivery?

    /// An event for every receiver.
    ///
    /// - Parameters:
    ///   - method: The full name of the delegate method.
    ///   - text: The values that the method receives; empty for none.
    ///   - deprecated: The deprecated methods that are called instead if only those are implemented.
    ///   - observers: The names of their registrations, and what they receive.
    ///   - closure: The values that the closure of the call receives.
    ///   - notification: The name of the notification; nil if none is posted.
    ///   - payload: The payload of the notification; nil if it equals what the delegate receives.
    init(
        _ method: String,
        _ text: String = "",
        deprecated: [Delivery] = [],
        observers: Delivery...,
        closure: Closure = .asObserved,
        posts notification: String?,
        carrying payload: String? = nil
    ) {
        delegate = Delivery(method, text)
        self.deprecated = deprecated
        self.observers = observers
        self.notification = notification.map { Delivery($0, payload ?? text) }
        self.closure =
            switch closure {
            case .asObserved: observers.first?.text
            case .receives(let text): text
            case .silent: nil
            }
    }

    /// A question to the delegate.
    init(question method: String) {
        self.init(method, posts: nil)
    }

    /// The expected lines of the log, in the documented order: delegate, observers, closure, notification.
    func lines(for methods: DelegateMethods) -> [String] {
        let delegates = methods == .deprecated ? deprecated : [delegate]
        return delegates.map { line("delegate", $0) } + observers.map { line("observer", $0) }
            + (closure.map { ["closure: \($0)"] } ?? []) + (notification.map { [line("notification", $0)] } ?? [])
    }

    private func line(_ kind: String, _ delivery: Delivery) -> String {
        "\(kind) \(delivery.name)" + (delivery.text.isEmpty ? "" : ": \(delivery.text)")
    }
}

/// The methods that the delegate of a test implements.
enum DelegateMethods: CaseIterable {
    /// All current ones.
    case current
    /// All current ones, as imported code of 3.7.8 spells them.
    case imported
    /// Only those that are deprecated.
    case deprecated
}
