/// Members of channels (App Context).
extension PubNub {
    /// Asks for a page of the members of a channel.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func channelMembers(
        with request: PNFetchChannelMembersRequest,
        completion block: @escaping PNFetchChannelMembersCompletionBlock
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            switch result {
            case .success(let value):
                block(PNFetchChannelMembersResult(content, data: PNFetchChannelMembersData(value)), nil)
            case .failure: block(nil, PNErrorStatus(content))
            }
        }
    }

    /// Makes users members of a channel, or changes what is kept about that. The users need no metadata.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func setChannelMembersWith(
        _ request: PNSetChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(
                PNManageChannelMembersStatus(content, data: PNManageChannelMembersData(result.value ?? ObjectList()))
            )
        }
    }

    /// Ends memberships in a channel.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func removeChannelMembers(
        with request: PNRemoveChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(
                PNManageChannelMembersStatus(content, data: PNManageChannelMembersData(result.value ?? ObjectList()))
            )
        }
    }

    /// Sets and removes members of a channel at once.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func manageChannelMembers(
        with request: PNManageChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(
                PNManageChannelMembersStatus(content, data: PNManageChannelMembersData(result.value ?? ObjectList()))
            )
        }
    }
}
