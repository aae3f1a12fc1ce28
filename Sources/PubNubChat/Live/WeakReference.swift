import PubNub
import PubNubLocks

/// A reference that keeps nobody alive, for closures that are made before their object is.
final class WeakReference<Object: AnyObject & Sendable>: Sendable {
    private struct Content {
        weak var object: Object?
    }

    private let content = Locked(Content())

    var value: Object? { content.withLock { $0.object } }

    func set(_ object: Object) {
        content.withLock { $0.object = object }
    }
}
