import Foundation

/// A change of a field: it stays, it is cleared, or it is replaced.
public enum OptionalChange<Wrapped> {
    /// The field stays as it is.
    case noChange
    /// The field is cleared.
    case none
    /// The field gets this value.
    case some(Wrapped)

    /// Returns the value of the field after the change.
    ///
    /// - Parameter stored: The field before the change.
    /// - Returns: The stored value, nil or the new value.
    public func applied(to stored: Wrapped?) -> Wrapped? {
        switch self {
        case .noChange: stored
        case .none: nil
        case .some(let value): value
        }
    }

    /// Returns the same change of a field with another type.
    ///
    /// - Parameter transform: Makes the new value.
    /// - Returns: The change.
    /// - Throws: The error of `transform`.
    public func map<Other>(_ transform: (Wrapped) throws -> Other) rethrows -> OptionalChange<Other> {
        switch self {
        case .noChange: .noChange
        case .none: .none
        case .some(let value): .some(try transform(value))
        }
    }
}

extension OptionalChange: Equatable where Wrapped: Equatable {}
extension OptionalChange: Hashable where Wrapped: Hashable {}
extension OptionalChange: Sendable where Wrapped: Sendable {}

/// Decides whether a change that the service reported applies to a stored object.
enum PatchRule {
    /// Whether the change is new: its tag differs and it is later. An object without a date is older than any change.
    static func isNew(eTag: String, updated: Date, storedETag: String?, storedDate: Date?) -> Bool {
        eTag != storedETag && updated > storedDate ?? .distantPast
    }
}
