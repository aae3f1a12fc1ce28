import Foundation

/// What the service keeps as an object: a channel, a user or a membership.
protocol FetchedObject {
    /// When the service changed it last.
    var updated: Date? { get }
    /// Whether it tells nothing but the identifier.
    var isPlaceholder: Bool { get }
    /// Takes over what travels in the custom object.
    mutating func takeCustom(from other: Self)
}

extension FetchedObject {
    /// What becomes of a stored object when this one was fetched.
    ///
    /// - Parameters:
    ///   - stored: What is stored; nil for nothing.
    ///   - hasCustom: Whether the service was asked for custom data; that of the stored object stays otherwise.
    /// - Returns: What is to be stored; nil when what is stored is newer: a real-time event was faster than the answer.
    func merged(with stored: Self?, hasCustom: Bool) -> Self? {
        guard let stored, !isPlaceholder else { return self }
        if let before = stored.updated, let updated, before > updated { return nil }
        guard !hasCustom else { return self }
        var merged = self
        merged.takeCustom(from: stored)
        return merged
    }
}

extension ChatChannel: FetchedObject {
    mutating func takeCustom(from other: Self) {
        custom = other.custom
        customSource = other.customSource
        avatarURL = other.avatarURL
    }
}

extension ChatUser: FetchedObject {
    mutating func takeCustom(from other: Self) {
        custom = other.custom
        customSource = other.customSource
    }
}

extension ChatMember: FetchedObject {
    var isPlaceholder: Bool { false }

    mutating func takeCustom(from other: Self) {
        custom = other.custom
        customSource = other.customSource
    }
}
