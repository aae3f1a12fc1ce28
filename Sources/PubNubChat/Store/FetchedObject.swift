import Foundation

/// An object of App Context: a channel, a user or a membership.
protocol FetchedObject {
    /// The time of the last change at the service.
    var updated: Date? { get }
    /// Whether only the identifier is known.
    var isPlaceholder: Bool { get }
    /// Copies the fields that the custom object contains.
    mutating func takeCustom(from other: Self)
}

extension FetchedObject {
    /// Merges an object that was fetched with the stored one.
    ///
    /// - Parameters:
    ///   - stored: The stored object; nil if none exists.
    ///   - hasCustom: Whether the request included custom data; otherwise that of the stored object stays.
    /// - Returns: The object to store; nil if the stored one is newer because a real-time event arrived before the
    ///   response.
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
