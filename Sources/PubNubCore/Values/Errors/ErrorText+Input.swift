import PubNubMachines

extension ErrorText {
    /// Errors of arguments and of ciphers.
    static let input: [Int: ErrorText] = [
        ErrorCode.cipherKeyMissing: ErrorText(
            description: "The cipher key is missing.",
            reason: "The configuration has an empty cipher key.",
            suggestion: "Set a cipher key, or set it to nil to disable encryption."
        ),
        ErrorCode.cipherSetUpFailed: ErrorText(
            description: "The cipher could not be set up.",
            reason: "The cipher did not accept its key or its parameters.",
            suggestion: "Check the cipher key in the configuration."
        ),
        ErrorCode.cipherDataTooLong: ErrorText(
            description: "The data is too long for the cipher.",
            reason: "The data is larger than the cipher can process in one call.",
            suggestion: "Send the data in several messages."
        ),
        ErrorCode.cipherOutOfMemory: ErrorText(
            description: "The cipher ran out of memory.",
            reason: "The system could not allocate memory for the cipher.",
            suggestion: "Free memory and repeat the call."
        ),
        ErrorCode.cipherDataMisaligned: ErrorText(
            description: "The encrypted data is damaged.",
            reason: "Its length is not a whole number of cipher blocks.",
            suggestion: "Check that the sender encrypts the data, and that it arrives unchanged."
        ),
        ErrorCode.cipherFailed: ErrorText(
            description: "The data could not be encrypted or decrypted.",
            reason: "It was encrypted with another cipher key, is not encrypted, or is damaged.",
            suggestion: "Use the same cipher key on both sides."
        ),
        ErrorCode.cipherUnavailable: ErrorText(
            description: "The cipher is not available.",
            reason: "The data requires a cipher, or a version of it, that this client does not support.",
            suggestion: "Update this client, or choose another cipher for the sender."
        ),
        ErrorCode.messageMissing: ErrorText(
            description: "The message is missing.",
            reason: "The call was made without a message object.",
            suggestion: "Pass a message to the call."
        ),
        ErrorCode.messageEmpty: ErrorText(
            description: "The message is empty.",
            reason: "The message has neither content nor a push notification.",
            suggestion: "Add content to the message."
        ),
        ErrorCode.channelMissing: ErrorText(
            description: "The message has no channel.",
            reason: "The call has no channel, or a channel with an empty name.",
            suggestion: "Pass the channel of the message."
        ),
        ErrorCode.invalidState: ErrorText(
            description: "The client state is not valid.",
            reason: "A state is a dictionary of strings, numbers, booleans and nulls, without further nesting.",
            suggestion: "Flatten the state, or send the data as a message."
        ),
        ErrorCode.notSubscribed: ErrorText(
            description: "The client state was not changed.",
            reason: "The client is not subscribed to the channel or group.",
            suggestion: "Subscribe first, or set the state together with the subscription."
        ),
        ErrorCode.pushTokenMissing: ErrorText(
            description: "The device push token is missing.",
            reason: "The call was made without a token, or with an empty one.",
            suggestion: "Pass the token that the device received from its push service."
        ),
        ErrorCode.secretKeyMissing: ErrorText(
            description: "The request could not be signed.",
            reason: "The configuration has no secret key, or one that does not belong to the other keys.",
            suggestion: "Set the secret key of the same keyset. Use it only on trusted servers."
        ),
    ]
}
