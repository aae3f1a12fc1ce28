import PubNubMachines

/// Finds the error code for a message of the service.
package enum ServerErrorText {
    private struct Family: Sendable {
        /// The family is chosen by the first of these that the message contains.
        let marks: [String]
        /// The rows of the family, tried in order; the message has to contain all words of a row.
        let rows: [(words: [String], code: Int)]
    }

    private static let families = [
        Family(marks: ["presence"], rows: [([], ErrorCode.presenceNotEnabled)]),
        Family(
            marks: ["token is"],
            rows: [
                (["expired"], ErrorCode.accessForbidden), (["revoked"], ErrorCode.accessForbidden),
                (["not valid"], ErrorCode.accessForbidden),
            ]
        ),
        Family(
            marks: ["invalid"],
            rows: [
                (["json"], ErrorCode.invalidJSON),
                (["character", "namespace"], ErrorCode.invalidNamespaceName),
                (["character", "channel group"], ErrorCode.invalidGroupName),
                (["character", "channel"], ErrorCode.invalidChannelName),
                (["key"], ErrorCode.invalidKey),
            ]
        ),
        Family(marks: ["message"], rows: [(["too large"], ErrorCode.messageTooLong)]),
        Family(
            marks: ["missing", "channel group", "channel registry"],
            rows: [
                (["size exceeded"], ErrorCode.channelGroupFull),
                (["not enabled"], ErrorCode.channelGroupsNotEnabled),
                (["empty"], ErrorCode.channelsMissing),
                (["channel"], ErrorCode.channelsMissing),
            ]
        ),
        Family(marks: ["push"], rows: [(["not enabled"], ErrorCode.pushNotEnabled)]),
        Family(marks: ["forbidden"], rows: [([], ErrorCode.accessForbidden)]),
        Family(marks: ["storage"], rows: [(["not enabled"], ErrorCode.storageNotEnabled)]),
        Family(marks: ["signature"], rows: [(["not match"], ErrorCode.secretKeyMissing)]),
        Family(marks: ["api"], rows: [(["rate limited"], ErrorCode.rateExceeded)]),
    ]

    /// The code for a message, regardless of case. The first family whose mark is in the message decides.
    package static func code(for message: String) -> Int {
        let text = message.lowercased()
        guard let family = families.first(where: { $0.marks.contains { text.contains($0) } }),
            let row = family.rows.first(where: { $0.words.allSatisfy { text.contains($0) } })
        else { return ErrorCode.unknown }
        return row.code
    }

    /// Whether a message says that the access token has expired or was revoked.
    static func saysTokenEnded(_ message: String?) -> Bool {
        guard let text = message?.lowercased() else { return false }
        return text.contains("token is") && (text.contains("expired") || text.contains("revoked"))
    }

    /// Whether the service's message says more than the code, so that the error contains it.
    package static func retainsMessage(for code: Int) -> Bool {
        code == ErrorCode.unknown || code == ErrorCode.rateExceeded
    }
}
