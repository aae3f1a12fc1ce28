import PubNubMachines

extension ErrorText {
    /// Errors that the service reports.
    static let service: [Int: ErrorText] = [
        ErrorCode.presenceNotEnabled: ErrorText(
            description: "Presence is not available.",
            reason: "Presence is not enabled for the subscribe key.",
            suggestion: "Enable presence for the key in the administration portal."
        ),
        ErrorCode.invalidJSON: ErrorText(
            description: "The data is not valid JSON.",
            reason: "The data contains a value that JSON cannot represent, or the service could not parse it.",
            suggestion: "Send strings, numbers, booleans, nulls, and arrays and dictionaries of these."
        ),
        ErrorCode.invalidKey: ErrorText(
            description: "A key is not valid.",
            reason: "The service does not know the publish or the subscribe key.",
            suggestion: "Compare the keys in the configuration with those in the administration portal."
        ),
        ErrorCode.messageTooLong: ErrorText(
            description: "The message is too long.",
            reason: "The service accepts messages of up to 32 KiB, in the form in which they are sent.",
            suggestion: "Shorten the message, compress it, or send a reference to the data instead."
        ),
        ErrorCode.invalidGroupName: ErrorText(
            description: "The name of the channel group is not valid.",
            reason: "The name is empty, has more than 92 characters, or contains a comma, slash or colon.",
            suggestion: "Choose a name of 1 to 92 characters without commas, slashes and colons."
        ),
        ErrorCode.invalidNamespaceName: ErrorText(
            description: "The name of the namespace is not valid.",
            reason: "The name is empty, has more than 92 characters, or contains a comma, slash or colon.",
            suggestion: "Choose a name of 1 to 92 characters without commas, slashes and colons."
        ),
        ErrorCode.invalidChannelName: ErrorText(
            description: "The name of the channel is not valid.",
            reason: "The name is empty, has more than 92 characters, or contains a comma, slash or colon.",
            suggestion: "Choose a name of 1 to 92 characters without commas, slashes and colons."
        ),
        ErrorCode.channelsMissing: ErrorText(
            description: "The channels are missing.",
            reason: "The channel group has no channels, or the call was made without channels.",
            suggestion: "Add channels to the group, or pass channels to the call."
        ),
        ErrorCode.channelGroupFull: ErrorText(
            description: "The channel group is full.",
            reason: "The group would have more channels than the service allows.",
            suggestion: "Remove channels from the group, or spread them over several groups."
        ),
        ErrorCode.channelGroupsNotEnabled: ErrorText(
            description: "Channel groups are not available.",
            reason: "The channel registry is not enabled for the subscribe key.",
            suggestion: "Enable channel groups for the key in the administration portal."
        ),
        ErrorCode.unauthorized: ErrorText(
            description: "The service refused the request.",
            reason: "The service did not accept the keys or the request.",
            suggestion: "Check the keys and the authorization key in the configuration."
        ),
        ErrorCode.accessForbidden: ErrorText(
            description: "Access is forbidden.",
            reason: "The authorization key has no rights on the channels or groups of the request.",
            suggestion: "Grant the rights, or set an authorization key that has them."
        ),
        ErrorCode.notEnabled: ErrorText(
            description: "The operation is not available.",
            reason: "The operation is not enabled for the subscribe key, or is not part of its plan.",
            suggestion: "Enable it for the key in the administration portal."
        ),
        ErrorCode.pushNotEnabled: ErrorText(
            description: "Push notifications are not available.",
            reason: "Push notifications are not enabled for the subscribe key.",
            suggestion: "Enable them for the key in the administration portal."
        ),
        ErrorCode.storageNotEnabled: ErrorText(
            description: "Message storage is not available.",
            reason: "Storage and playback is not enabled for the subscribe key.",
            suggestion: "Enable it for the key in the administration portal."
        ),
        ErrorCode.rateExceeded: ErrorText(
            description: "The operation was called too often.",
            reason: "The service limits the rate of calls.",
            suggestion: "Wait before the next call, and make fewer calls."
        ),
        ErrorCode.entityTagMismatch: ErrorText(
            description: "The object was not changed, because its entity tag does not match.",
            reason: "Another client has changed the object since it was read.",
            suggestion: "Read the object again, apply the change to it, and repeat the call with its new entity tag."
        ),
    ]
}
