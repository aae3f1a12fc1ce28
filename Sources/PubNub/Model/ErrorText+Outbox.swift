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
