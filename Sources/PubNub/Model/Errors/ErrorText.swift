/// The description, the reason and the recovery suggestion of an error.
struct ErrorText: Sendable, Equatable {
    var description: String
    var reason: String
    var suggestion: String

    /// The strings of a code; those of `kPNUnknownError` for any other number.
    static func text(for code: Int) -> ErrorText {
        table[code] ?? unknown
    }

    static let unknown = ErrorText(
        description: "The service reported an unknown error.",
        reason: "The response contains no reason that the client recognises.",
        suggestion: "Read the description. If it does not help, enable logging and repeat the call."
    )

    /// Every code with its strings.
    static let table = connection.merging(service) { first, _ in first }
        .merging(input) { first, _ in first }
        .merging(outbox) { first, _ in first }
        .merging([kPNUnknownError: unknown]) { first, _ in first }
}

extension ErrorText {
    /// Errors of the outbox.
    static let outbox: [Int: ErrorText] = [
        kPNOutboxFullError: ErrorText(
            description: "The message was not added to the outbox.",
            reason: "The outbox has reached the maximum of messages or bytes in its configuration.",
            suggestion: "Send it again after others have been sent, or raise the limits of the outbox."
        ),
        kPNOutboxFileError: ErrorText(
            description: "The file of the outbox cannot be used.",
            reason: "The file could not be opened, or the message could not be written to it.",
            suggestion: "Check that this user can write to the path in the configuration, that the disk has free "
                + "space, and that no other client uses it."
        ),
        kPNOutboxClearedError: ErrorText(
            description: "The message was removed from the outbox and not sent.",
            reason: "The application emptied the outbox, or changed the keys that the message belongs to.",
            suggestion: "Send it again if it is still needed."
        ),
    ]
}

/// Finds the error code for a message of the service.
enum ServerErrorText {
    private struct Family: Sendable {
        /// The family is chosen by the first of these that the message contains.
        let marks: [String]
        /// The rows of the family, tried in order; the message has to contain all words of a row.
        let rows: [(words: [String], code: Int)]
    }

    private static let families = [
        Family(marks: ["presence"], rows: [([], kPNPresenceAPINotAvailableError)]),
        Family(
            marks: ["token is"],
            rows: [
                (["expired"], kPNAPIAccessForbiddenError), (["revoked"], kPNAPIAccessForbiddenError),
                (["not valid"], kPNAPIAccessForbiddenError),
            ]
        ),
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

    /// The code for a message, regardless of case. The first family whose mark is in the message decides.
    static func code(for message: String) -> Int {
        let text = message.lowercased()
        guard let family = families.first(where: { $0.marks.contains { text.contains($0) } }),
            let row = family.rows.first(where: { $0.words.allSatisfy { text.contains($0) } })
        else { return kPNUnknownError }
        return row.code
    }

    /// Whether the service's message says more than the code, so that the error contains it.
    static func retainsMessage(for code: Int) -> Bool {
        code == kPNUnknownError || code == kPNAPIRateExceededError
    }
}
