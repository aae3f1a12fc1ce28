/// Memberships of users in channels (App Context).
extension PubNub {
    /// Fetches a page of the memberships of a user.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func memberships(
        with request: PNFetchMembershipsRequest,
        completion block: @escaping PNFetchMembershipsCompletionBlock
    ) {
        engine.fetch(request, block) { PNFetchMembershipsResult($0, $1) }
    }

    /// Makes a user a member of channels, or changes the properties of the memberships. The channels need no metadata.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setMembershipsWith(
        _ request: PNSetMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }

    /// Ends memberships of a user.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeMemberships(
        with request: PNRemoveMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }

    /// Sets and removes memberships of a user in one call.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func manageMemberships(
        with request: PNManageMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }
}

/// Members of channels (App Context).
extension PubNub {
    /// Fetches a page of the members of a channel.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func channelMembers(
        with request: PNFetchChannelMembersRequest,
        completion block: @escaping PNFetchChannelMembersCompletionBlock
    ) {
        engine.fetch(request, block) { PNFetchChannelMembersResult($0, $1) }
    }

    /// Makes users members of a channel, or changes the properties of the memberships. The users need no metadata.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setChannelMembersWith(
        _ request: PNSetChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }

    /// Ends memberships in a channel.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeChannelMembers(
        with request: PNRemoveChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }

    /// Sets and removes members of a channel in one call.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func manageChannelMembers(
        with request: PNManageChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        engine.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }
}
