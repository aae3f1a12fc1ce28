/// Actions on messages: reactions, receipts and the like.
extension PubNub {
    /// Adds an action to a message. Whoever is subscribed to the channel is told.
    ///
    /// The same action of the same client a second time is refused by the service. Where nobody can know whether it was added,
    /// ``PNError/isOutcomeUnknown`` of the status' error is true.
    ///
    /// - Parameters:
    ///   - request: What to add to which message; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func addMessageAction(
        with request: PNAddMessageActionRequest,
        completion block: PNAddMessageActionCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNAddMessageActionStatus(content, data: PNAddMessageActionData(action: result.value)))
        }
    }

    /// Removes an action that this client added to a message. Whoever is subscribed to the channel is told.
    ///
    /// - Parameters:
    ///   - request: What to remove; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func removeMessageAction(
        with request: PNRemoveMessageActionRequest,
        completion block: PNRemoveMessageActionCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            block?(PNAcknowledgmentStatus(StatusContent(error: result.failure, again: again)))
        }
    }

    /// Asks for a page of the actions on the messages of a channel, whatever the message: the newest of those asked for.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func fetchMessageActions(
        with request: PNFetchMessageActionsRequest,
        completion block: @escaping PNFetchMessageActionsCompletionBlock
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            switch result {
            case .success(let list): block(PNFetchMessageActionsResult(data: PNFetchMessageActionsData(list)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }
}
