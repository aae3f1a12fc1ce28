/// One observer with its closure.
///
/// A class, because with each event the list of them is gone through: copying a weak reference is not cheap.
final class ObserverRegistration {
    /// How an observer is told from others.
    private enum Identity {
        case object(ObjectIdentifier)
        case value(AnyHashable)
        /// A value that cannot be compared; it can be added, but not removed.
        case anonymous
    }

    private let identity: Identity
    private weak var object: AnyObject?
    let handler: EventHandler

    init(observer: Any, handler: EventHandler) {
        let observer = Self.unwrapped(observer)
        identity = Self.identity(of: observer)
        if case .object = identity { object = observer as AnyObject }
        self.handler = handler
    }

    /// Whether the observer is gone.
    var isDead: Bool {
        if case .object = identity { return object == nil }
        return false
    }

    func belongs(to observer: Any) -> Bool {
        switch (identity, Self.identity(of: Self.unwrapped(observer))) {
        case (.object(let left), .object(let right)): left == right
        case (.value(let left), .value(let right)): left == right
        default: false
        }
    }

    private static func identity(of observer: Any) -> Identity {
        if type(of: observer) is AnyClass { return .object(ObjectIdentifier(observer as AnyObject)) }
        return (observer as? AnyHashable).map { .value($0) } ?? .anonymous
    }

    /// What is inside of an optional: apps pass weak references and optional properties as they are.
    private static func unwrapped(_ observer: Any) -> Any {
        guard let optional = observer as? any AnyOptional, let content = optional.content else { return observer }
        return unwrapped(content)
    }
}

private protocol AnyOptional {
    var content: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var content: Any? { map { $0 } }
}
