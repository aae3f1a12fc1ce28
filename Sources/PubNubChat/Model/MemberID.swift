import Foundation

/// The identifier of a membership.
enum MemberID {
    /// The identifiers of channel and user, joined by a colon.
    ///
    /// Two memberships never have the same: in the identifier of a channel, a colon and a per cent sign are escaped, so the first colon ends it.
    static func text(channelId: String, userId: String) -> String {
        let channel = channelId.replacing("%", with: "%25").replacing(":", with: "%3A")
        return "\(channel):\(userId)"
    }

    /// The identifiers of channel and user in the identifier of a membership.
    static func parts(of id: String) -> (channelId: String, userId: String) {
        let parts = id.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let channel = parts[0].replacing("%3A", with: ":").replacing("%25", with: "%")
        return (String(channel), parts.count > 1 ? String(parts[1]) : "")
    }
}
