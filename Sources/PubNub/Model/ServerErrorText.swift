/// Finds the error code that the words of the service stand for.
enum ServerErrorText {
    private struct Family: Sendable {
        /// The family is chosen by the first of these that the text has.
        let marks: [String]
        /// The rows of the family, tried in order; all words of a row have to be there.
        let rows: [(words: [String], code: Int)]
    }

    private static let families = [
        Family(marks: ["presence"], rows: [([], kPNPresenceAPINotAvailableError)]),
        Family(
            marks: ["invalid"],
            rows: [
                (["json"], kPNInvalidJSONError),
                (["character", "namespace"], kPNRestrictedCharacterInChannelGroupNamespaceNameError),
                (["character", "channel group"], kPNRestrictedCharacterInChannelGroupNameError),
                (["character", "channel"], kPNRestrictedCharacterInChannelNameError),
                (["key"], kPNInvalidSubscribeOrPublishKeyError),
            ]
        ),
        Family(marks: ["message"], rows: [(["too large"], kPNTooLongMessageError)]),
        Family(
            marks: ["missing", "channel group", "channel registry"],
            rows: [
                (["size exceeded"], kPNEmptyChannelGroupSizeExceededError),
                (["not enabled"], kPNChannelGroupNotEnabledError),
                (["empty"], kPNEmptyChannelGroupError),
                (["channel"], kPNEmptyChannelGroupError),
            ]
        ),
        Family(marks: ["push"], rows: [(["not enabled"], kPNPushNotificationsNotEnabledError)]),
        Family(marks: ["forbidden"], rows: [([], kPNAPIAccessForbiddenError)]),
        Family(marks: ["storage"], rows: [(["not enabled"], kPNStorageNotEnabledError)]),
        Family(marks: ["signature"], rows: [(["not match"], kPNSecretKeyNotSpecifiedError)]),
        Family(marks: ["api"], rows: [(["rate limited"], kPNAPIRateExceededError)]),
    ]

    /// The code for a text; case does not matter. The first family whose mark is in the text decides alone.
    static func code(for message: String) -> Int {
        let text = message.lowercased()
        guard let family = families.first(where: { $0.marks.contains { text.contains($0) } }),
            let row = family.rows.first(where: { $0.words.allSatisfy { text.contains($0) } })
        else { return kPNUnknownError }
        return row.code
    }

    /// Whether the words of the service say more than the code, so that they are kept.
    static func isKept(for code: Int) -> Bool {
        code == kPNUnknownError || code == kPNAPIRateExceededError
    }
}
