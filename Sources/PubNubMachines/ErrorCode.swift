/// The documented error codes that failures have in the machines. The public constants of the client (`kPN…Error`) are
/// made from these.
package enum ErrorCode {
    /// The reason is not known.
    package static let unknown = -1
    /// The service could not be reached.
    package static let connectionFailedWithoutNetwork = 102
    /// The connection was lost together with the network.
    package static let connectionLostWithNetwork = 103
    /// The connection could not be secured.
    package static let connectionNotSecured = 104
    /// The server closed the connection.
    package static let connectionClosedByServer = 105
    /// A request failed because the network is unavailable.
    package static let requestFailedWithoutNetwork = 107
    /// A request needs a client that is connected.
    package static let notConnected = 108
    /// A request needs a client that is not suspended.
    package static let suspended = 109
    /// A request received no response in time.
    package static let requestTimedOut = 110
    /// The service could not read the JSON of a request.
    package static let invalidJSON = 112
    /// The service does not know the publish or subscribe key.
    package static let invalidKey = 113
    /// A message is longer than the service allows.
    package static let messageTooLong = 114
    /// The access manager refused a request.
    package static let accessForbidden = 122
    /// The requested cipher is not available.
    package static let cipherUnavailable = 131
    /// The service limits the rate of requests.
    package static let rateExceeded = 141
    /// A response is not text.
    package static let responseNotText = 142
    /// A response is not valid JSON.
    package static let responseMalformed = 143
    /// The client could not be set up to connect.
    package static let connectionSetUpFailed = 144
    /// Too many calls wait to be sent.
    package static let requestQueueFull = 148
    /// The caller abandoned the call. Callbacks of the 3.x interface never receive it.
    package static let abandoned = 151
}
