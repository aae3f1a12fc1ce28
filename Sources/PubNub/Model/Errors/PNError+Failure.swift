import PubNubMachines

/// The kind and the facts of a failure.
extension PNError {
    /// Whether the proxy did not pass the request to the origin.
    package var isProxyError: Bool { failure.proxy != nil }

    /// Whether the outcome of the call is unknown: no response arrived, so the service may or may not have processed
    /// it.
    ///
    /// Only calls that the client must not repeat by itself end like this: those that send messages, and changes of
    /// metadata with an entity tag. A message is the ``associatedObject``. To send it again, at the risk of a
    /// duplicate, use ``PubNub/send(_:compressed:storeInHistory:withCompletionBlock:)-method``. `false` after a
    /// refusal, and for requests of which nothing was sent.
    public var isOutcomeUnknown: Bool { failure.isOutcomeUnknown }

    /// How long the service asks to wait before the call is repeated; `nil` if it does not ask.
    package var retryAfter: Duration? { failure.retryAfter }

    /// Whether the feature is disabled for the subscribe key. No other failure means that, in particular no refused
    /// access.
    package var isFeatureOff: Bool { failure.isFeatureOff }

    /// Whether the service has no such object.
    package var isNotFound: Bool { failure.isNotFound }

    /// Whether the access manager refused the call. It may be granted later.
    package var isForbidden: Bool { failure.isForbidden }

    /// Whether the access manager refused the call because the token has expired or was revoked.
    package var isTokenEnded: Bool { failure.isTokenEnded }

    /// Whether the call itself was refused, before or after it was sent, so that it would fail again.
    package var isRefusedForGood: Bool { failure.isRefusedForGood }

    /// Whether the network or the service itself failed, so that the call may work later.
    package var isTemporary: Bool { failure.isTemporary }

    /// The HTTP status of the response, or the one that the failure means; `nil` without a response.
    package var statusCode: Int? { failure.statusCode }

    /// Whether the caller abandoned the call.
    package var isAbandoned: Bool { failure.isAbandoned }

    /// The failure that the error reports. An error that was made of a code stands for a call that was not sent.
    var failure: Failure { underlyingError as? Failure ?? Failure(unsent: code) }
}

extension Failure {
    /// The error that reports this, about an object of the application.
    func associated(with object: (any Sendable)?) -> PNError { PNError(self).associated(with: object) }
}
