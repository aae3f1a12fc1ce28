import PubNubSupport
import Synchronization

/// Counts the defaults of a delegate's methods that ran, to find the methods that the delegate implements.
///
/// A client calls its delegate on one serial queue. With a concurrent queue the counts can belong to several calls; they only
/// decide about warnings.
final class DelegateTrace: Sendable {
    private let defaults = Atomic<Int>(0)
    private let ignored = Atomic<Int>(0)

    /// How many old forms ran their default.
    fileprivate var defaultCount: Int { defaults.load(ordering: .relaxed) }

    /// How many calls reached no method of the delegate.
    var ignoredCount: Int { ignored.load(ordering: .relaxed) }

    /// Counts the default of one form in the spelling of Swift 1 and 2.
    func countDefault() {
        defaults.wrappingAdd(1, ordering: .relaxed)
    }

    fileprivate func countIgnored() {
        ignored.wrappingAdd(1, ordering: .relaxed)
    }

    /// Makes several calls for one event: they count as one, which is ignored if all of them are.
    ///
    /// - Parameter calls: Makes the calls, and returns how many it made.
    func countAsOne(_ calls: () -> Int) {
        let before = ignoredCount
        let count = calls()
        let isIgnored = ignoredCount - before >= count
        ignored.store(before + (isIgnored ? 1 : 0), ordering: .relaxed)
    }
}

extension PNSwift2Delegate {
    /// Calls a method in the spellings of Swift 1 and 2, and warns once if the delegate implements one of them.
    ///
    /// - Parameters:
    ///   - current: The name to use instead.
    ///   - client: The client; `nil` if the app calls the method without one.
    ///   - isReplacement: Whether the caller calls deprecated methods if no form is implemented, which then count.
    ///   - count: The number of old forms.
    ///   - forms: The names of the old forms, in the order in which their defaults call each other.
    ///   - call: Calls the first of them.
    /// - Returns: Whether the delegate implements one of the forms.
    @discardableResult
    func callOldForms(
        of current: StaticString,
        for client: PubNub?,
        isReplacement: Bool = false,
        count: Int,
        _ forms: @autoclosure () -> [StaticString],
        _ call: () -> Void
    ) -> Bool {
        guard let trace = client?.delegateTrace else { return false }
        let before = trace.defaultCount
        call()
        let passed = trace.defaultCount - before
        guard passed < count else {
            if !isReplacement { trace.countIgnored() }
            return false
        }
        OldFormWarnings.shared.warn(type(of: self), implements: forms()[max(0, passed)], insteadOf: current)
        return true
    }
}

/// Warnings about delegates in the spelling of Swift 1 and 2, one for each class and method.
private final class OldFormWarnings: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let method: UInt
    }

    static let shared = OldFormWarnings()
    private let warned = Locked<Set<Key>>([])

    func warn(_ type: AnyClass, implements form: StaticString, insteadOf current: StaticString) {
        // The string is in the program, so that its address identifies the method.
        let key = Key(type: ObjectIdentifier(type), method: UInt(bitPattern: form.utf8Start))
        guard warned.withLock({ $0.insert(key).inserted }) else { return }
        PNLogger.warn(
            """
            The delegate's class \(type) implements a method in the spelling of Swift 1 or 2: \(form). It is called; rename it to \
            \(current).
            """
        )
    }
}
