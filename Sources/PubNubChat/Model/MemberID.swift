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
}
