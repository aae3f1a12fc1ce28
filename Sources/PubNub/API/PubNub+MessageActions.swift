/// Actions on messages: reactions, receipts and the like.
extension PubNub {
    /// Adds an action to a message. Clients that are subscribed to the channel receive an event.
    ///
    /// The service refuses the same action of the same client a second time. If no response arrives, the action may or may
    /// not have been added; ``PNError/isOutcomeUnknown`` of the status' error is `true` then.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func addMessageAction(
        with request: PNAddMessageActionRequest,
        completion block: PNAddMessageActionCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNAddMessageActionStatus($0, $1) }
    }

    /// Removes an action that this client added to a message. Clients that are subscribed to the channel receive an event.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeMessageAction(
        with request: PNRemoveMessageActionRequest,
        completion block: PNRemoveMessageActionCompletionBlock? = nil
    ) {
        engine.change(request, block)
    }

    /// Fetches a page of the actions on all messages of a channel: the newest ones in the requested range.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func fetchMessageActions(
        with request: PNFetchMessageActionsRequest,
        completion block: @escaping PNFetchMessageActionsCompletionBlock
    ) {
        engine.fetch(request, block) { PNFetchMessageActionsResult($1) }
    }
}
