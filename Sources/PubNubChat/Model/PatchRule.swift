import Foundation

/// When a change that the service told applies to what is stored.
enum PatchRule {
    /// Whether the change is new: its tag differs and it is later; what has no date is older than anything.
    static func isNew(eTag: String, updated: Date, storedETag: String?, storedDate: Date?) -> Bool {
        eTag != storedETag && updated > storedDate ?? .distantPast
    }
}
