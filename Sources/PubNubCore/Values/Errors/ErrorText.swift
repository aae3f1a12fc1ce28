import PubNubMachines

/// The description, the reason and the recovery suggestion of an error.
package struct ErrorText: Sendable, Equatable {
    package var description: String
    package var reason: String
    package var suggestion: String

    /// The strings of a code; those of ``ErrorCode/unknown`` for any other number.
    package static func text(for code: Int) -> ErrorText {
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
        .merging([ErrorCode.unknown: unknown]) { first, _ in first }
}

extension ErrorText {
    static let outbox: [Int: ErrorText] = [
        ErrorCode.outboxFull: ErrorText(
            description: "The message was not added to the outbox.",
            reason: "The outbox has reached the maximum of messages or bytes in its configuration.",
            suggestion: "Send it again after others have been sent, or raise the limits of the outbox."
        ),
        ErrorCode.outboxFileUnusable: ErrorText(
            description: "The file of the outbox cannot be used.",
            reason: "The file could not be opened, or the message could not be written to it.",
            suggestion: "Check that this user can write to the path in the configuration, that the disk has free "
                + "space, and that no other client uses it."
        ),
        ErrorCode.outboxCleared: ErrorText(
            description: "The message was removed from the outbox and not sent.",
            reason: "The application emptied the outbox, or changed the keys that the message belongs to.",
            suggestion: "Send it again if it is still needed."
        ),
    ]
}
