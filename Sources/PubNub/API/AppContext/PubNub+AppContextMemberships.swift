/// Memberships of users in channels (App Context).
extension PubNub {
    /// Fetches a page of the memberships of a user.
    ///
    /// An invalid filter is an error of category ``PNStatusCategory/malformedFilterExpressionCategory`` or
    /// ``PNStatusCategory/badRequestCategory``; a `limit` above 100 is an error of the latter.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func memberships(
        with request: PNFetchMembershipsRequest,
        completion block: @escaping PNFetchMembershipsCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchMembershipsResult($0, $1) }
    }

    /// Makes a user a member of channels, or changes the properties of the memberships. The channels need no metadata.
    ///
    /// An entry without a valid channel, with an unknown field or with more than 32 KiB is an error of category
    /// ``PNStatusCategory/badRequestCategory``. A `status` or `type` has at most 50 characters.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setMembershipsWith(
        _ request: PNSetMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }

    /// Ends memberships of a user. Succeeds for channels of which the user is not a member.
    ///
    /// An invalid name of a channel is an error of category ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeMemberships(
        with request: PNRemoveMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }

    /// Sets and removes memberships of a user in one call. Errors are those of ``setMembershipsWith(_:completion:)``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func manageMemberships(
        with request: PNManageMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageMembershipsStatus($0, $1) }
    }
}

/// Members of channels (App Context).
extension PubNub {
    /// Fetches a page of the members of a channel.
    ///
    /// An invalid filter is an error of category ``PNStatusCategory/malformedFilterExpressionCategory`` or
    /// ``PNStatusCategory/badRequestCategory``; a `limit` above 100 is an error of the latter.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func channelMembers(
        with request: PNFetchChannelMembersRequest,
        completion block: @escaping PNFetchChannelMembersCompletionBlock
    ) {
        face.fetch(request, block) { PNFetchChannelMembersResult($0, $1) }
    }

    /// Makes users members of a channel, or changes the properties of the memberships. The users need no metadata.
    ///
    /// An entry without a valid user, with an unknown field or with more than 32 KiB is an error of category
    /// ``PNStatusCategory/badRequestCategory``. A `status` or `type` has at most 50 characters.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func setChannelMembersWith(
        _ request: PNSetChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }

    /// Ends memberships in a channel. Succeeds for users who are not members.
    ///
    /// An invalid identifier of a user is an error of category ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func removeChannelMembers(
        with request: PNRemoveChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }

    /// Sets and removes members of a channel in one call. Errors are those of ``setChannelMembersWith(_:completion:)``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func manageChannelMembers(
        with request: PNManageChannelMembersRequest,
        completion block: PNManageChannelMembersCompletionBlock? = nil
    ) {
        face.change(request, block) { PNManageChannelMembersStatus($0, $1) }
    }
}
