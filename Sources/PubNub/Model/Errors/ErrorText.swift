/// The three texts of an error.
struct ErrorText: Sendable, Equatable {
    var description: String
    var reason: String
    var suggestion: String

    /// The texts of a code; those of `kPNUnknownError` for a number that is no code.
    static func text(for code: Int) -> ErrorText {
        table[code] ?? unknown
    }

    static let unknown = ErrorText(
        description: "The service reported an error this client does not know.",
        reason: "The service gave no reason that the client understands.",
        suggestion: "Read the description; if it does not help, turn logging on and repeat the call."
    )

    /// Every code with its texts.
    static let table = connection.merging(service) { first, _ in first }
        .merging(input) { first, _ in first }
        .merging(outbox) { first, _ in first }
        .merging([kPNUnknownError: unknown]) { first, _ in first }
}

extension ErrorText {
    /// Messages that are kept until they are sent.
    static let outbox: [Int: ErrorText] = [
        kPNOutboxFullError: ErrorText(
            description: "The message was not taken into the outbox.",
            reason: "The outbox holds as many messages or bytes as its configuration allows.",
            suggestion: "Send it again when others have been sent, or allow the outbox more in the configuration."
        ),
        kPNOutboxFileError: ErrorText(
            description: "The file of the outbox cannot be used.",
            reason: "It could not be opened, or the message could not be written to it.",
            suggestion: "Check that this user can write to the path in the configuration, that the disk has room, and "
                + "that no other client uses it."
        ),
        kPNOutboxClearedError: ErrorText(
            description: "The message was taken out of the outbox and not sent.",
            reason: "The application emptied the outbox, or changed the keys that the message belongs to.",
            suggestion: "Send it again if it is still wanted."
        ),
    ]
}

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
