extension ErrorText {
    /// What apps hand over, and ciphers.
    static let input: [Int: ErrorText] = [
        kPNCryptoEmptyCipherKeyError: ErrorText(
            description: "There is no cipher key.",
            reason: "The configuration has an empty cipher key.",
            suggestion: "Set a cipher key, or none at all."
        ),
        kPNCryptoIllegalInitializationParametersError: ErrorText(
            description: "The cipher could not be set up.",
            reason: "The cipher did not accept its key or its parameters.",
            suggestion: "Check the cipher key in the configuration."
        ),
        kPNCryptoInsufficentBufferSizeError: ErrorText(
            description: "The data is too long for the cipher.",
            reason: "The data is larger than the cipher takes in one piece.",
            suggestion: "Send less data at once."
        ),
        kPNCryptoInsufficentMemoryError: ErrorText(
            description: "The cipher ran out of memory.",
            reason: "The system gave the cipher no memory.",
            suggestion: "Free memory and repeat the call."
        ),
        kPNCryptoAligmentInputDataError: ErrorText(
            description: "The encrypted data is damaged.",
            reason: "Its length is not a whole number of cipher blocks.",
            suggestion: "Check that the sender encrypts, and that nothing between changes the data."
        ),
        kPNCryptoInputDataProcessingError: ErrorText(
            description: "The data could not be encrypted or decrypted.",
            reason: "It was encrypted with another cipher key, is not encrypted, or is damaged.",
            suggestion: "Use the same cipher key on both sides."
        ),
        kPNCryptoUnavailableFeatureError: ErrorText(
            description: "The cipher is not available.",
            reason: "The data asks for a cipher, or a version of it, that this client does not have.",
            suggestion: "Update the client, or choose another cipher on the other side."
        ),
        kPNMessageObjectError: ErrorText(
            description: "There is no message.",
            reason: "The call was made without a message object.",
            suggestion: "Pass a message to the call."
        ),
        kPNMessageHasNoContentError: ErrorText(
            description: "The message is empty.",
            reason: "The message has neither content nor a notification.",
            suggestion: "Give the message content."
        ),
        kPNMessageHasNoChannelError: ErrorText(
            description: "The message has no channel.",
            reason: "The call names no channel, or one without a name.",
            suggestion: "Name the channel the message is for."
        ),
        kPNInvalidStatePayloadError: ErrorText(
            description: "The client state is not valid.",
            reason: "A state is a dictionary of strings, numbers, booleans and nulls, without further nesting.",
            suggestion: "Flatten the state, or send the data as a message."
        ),
        kPNCantUpdateStateForNotSubscribedChannelsError: ErrorText(
            description: "The client state was not changed.",
            reason: "The client is not subscribed to the channel or group.",
            suggestion: "Subscribe first, or set the state together with the subscription."
        ),
        kPNDevicePushTokenIsEmptyError: ErrorText(
            description: "There is no device push token.",
            reason: "The call was made without a token, or with an empty one.",
            suggestion: "Pass the token that the push service gave the device."
        ),
        kPNSecretKeyNotSpecifiedError: ErrorText(
            description: "The request could not be signed.",
            reason: "The configuration has no secret key, or one that does not belong to the other keys.",
            suggestion: "Set the secret key of the same key set. It belongs on trusted servers only."
        ),
    ]
}
