/// Actions on messages, such as reactions and receipts.
///
/// A failed call ends with a status or an error status. Its `category` is the kind of failure, and its
/// `underlyingError` has the code. The client does not send an invalid request: an empty channel (134), a name that is
/// not valid (117), or a timetoken that is not positive (-1) is an error of category
/// ``PNStatusCategory/badRequestCategory``. Missing access rights are ``PNStatusCategory/accessDeniedCategory`` (122),
/// a lost connection ``PNStatusCategory/networkIssuesCategory`` (107 or 108), and no response in time
/// ``PNStatusCategory/timeoutCategory`` (110).
extension PubNub {
    /// Adds an action to a message. Clients that are subscribed to the channel receive an event.
    ///
    /// An empty `type` or `value`, and a `type` of more than 15 characters, are errors of category
    /// ``PNStatusCategory/badRequestCategory`` (-1). The service refuses the same action of the same client a second
    /// time. If no response arrives, the action may or may not have been added; ``PNError/isOutcomeUnknown`` of the
    /// status' error is `true` then.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func addMessageAction(
        with request: PNAddMessageActionRequest,
        completion block: PNAddMessageActionCompletionBlock? = nil
    ) {
        face.change(request, block) { PNAddMessageActionStatus($0, $1) }
    }

    /// Removes an action that this client added to a message. Clients that are subscribed to the channel receive an
    /// event.
    ///
    /// If no response arrives, the action may or may not have been removed; ``PNError/isOutcomeUnknown`` of the status'
    /// error is `true` then.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeMessageAction(
        with request: PNRemoveMessageActionRequest,
        completion block: PNRemoveMessageActionCompletionBlock? = nil
    ) {
        face.change(request, block)
    }

    /// Fetches a page of the actions on all messages of a channel: the newest ones in the requested range. A `limit`
    /// above 100 is an error of category ``PNStatusCategory/badRequestCategory`` (-1).
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func fetchMessageActions(
        with request: PNFetchMessageActionsRequest,
        completion block: @escaping PNFetchMessageActionsCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchMessageActionsResult($1) }
    }
}
