/// The documented error codes. The public constants of the 3.x interface (`kPN…Error`) have these values.
package enum ErrorCode {
    /// The reason is not known.
    package static let unknown = -1
    /// The configuration has neither a publish nor a subscribe key.
    package static let configurationMissing = 100
    /// The client is connected or connecting already.
    package static let alreadyConnected = 101
    /// The service could not be reached.
    package static let connectionFailedWithoutNetwork = 102
    /// The connection was lost together with the network.
    package static let connectionLostWithNetwork = 103
    /// The connection could not be secured.
    package static let connectionNotSecured = 104
    package static let connectionClosedByServer = 105
    package static let connectionFailed = 106
    /// A request failed because the network is unavailable.
    package static let requestFailedWithoutNetwork = 107
    /// A request needs a client that is connected.
    package static let notConnected = 108
    /// A request needs a client that is not suspended.
    package static let suspended = 109
    /// The codes of a request that was not sent because the client was not connected.
    package static let withoutConnection = [requestFailedWithoutNetwork, notConnected, suspended]
    /// A request received no response in time.
    package static let requestTimedOut = 110
    /// Presence is not enabled for the subscribe key.
    package static let presenceNotEnabled = 111
    /// A value has no JSON form, or the service could not read the JSON of a request.
    package static let invalidJSON = 112
    /// The service does not know the publish or subscribe key.
    package static let invalidKey = 113
    /// A message is longer than the service allows.
    package static let messageTooLong = 114
    /// The name of a channel group is invalid.
    package static let invalidGroupName = 115
    package static let invalidNamespaceName = 116
    package static let invalidChannelName = 117
    /// A channel group has no channels, or the call has none.
    package static let channelsMissing = 118
    /// A channel group would have too many channels.
    package static let channelGroupFull = 119
    /// Channel groups are not enabled for the subscribe key.
    package static let channelGroupsNotEnabled = 120
    /// The service did not accept the credentials of a request.
    package static let unauthorized = 121
    /// The access manager refused a request.
    package static let accessForbidden = 122
    /// The operation is not enabled for the subscribe key.
    package static let notEnabled = 123
    /// The client has to send the request again. Callbacks never receive it.
    package static let requestRescheduled = 124
    /// The cipher key is empty.
    package static let cipherKeyMissing = 125
    /// The cipher could not be set up.
    package static let cipherSetUpFailed = 126
    /// The data is longer than the cipher accepts.
    package static let cipherDataTooLong = 127
    /// The cipher could not allocate memory.
    package static let cipherOutOfMemory = 128
    /// The encrypted data has an impossible length.
    package static let cipherDataMisaligned = 129
    /// The data could not be encrypted or decrypted.
    package static let cipherFailed = 130
    /// The requested cipher is not available.
    package static let cipherUnavailable = 131
    /// The message to send is missing.
    package static let messageMissing = 132
    /// The message has no content.
    package static let messageEmpty = 133
    /// The message has no channel.
    package static let channelMissing = 134
    /// A client state is not a dictionary of plain values.
    package static let invalidState = 135
    /// A state can be set only on subscribed channels and groups.
    package static let notSubscribed = 136
    /// Push notifications are not enabled for the subscribe key.
    package static let pushNotEnabled = 137
    /// The secret key is missing or wrong.
    package static let secretKeyMissing = 138
    /// The device push token is missing.
    package static let pushTokenMissing = 139
    /// Message storage is not enabled for the subscribe key.
    package static let storageNotEnabled = 140
    /// The service limits the rate of requests.
    package static let rateExceeded = 141
    package static let responseNotText = 142
    /// A response is not valid JSON.
    package static let responseMalformed = 143
    /// The client could not be set up to connect.
    package static let connectionSetUpFailed = 144
    package static let outboxFull = 145
    /// The file of the outbox cannot be used or written.
    package static let outboxFileUnusable = 146
    /// The message was removed from the outbox before it was sent.
    package static let outboxCleared = 147
    /// Too many calls wait to be sent.
    package static let requestQueueFull = 148
    /// The object has been modified since it was read.
    package static let entityTagMismatch = 150
    /// The caller abandoned the call. Callbacks of the 3.x interface never receive it.
    package static let abandoned = 151
}
