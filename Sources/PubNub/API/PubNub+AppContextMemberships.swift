/// Memberships of users in channels (App Context).
extension PubNub {
    /// Asks for a page of the memberships of a user.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func memberships(
        with request: PNFetchMembershipsRequest,
        completion block: @escaping PNFetchMembershipsCompletionBlock
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            switch result {
            case .success(let value): block(PNFetchMembershipsResult(content, data: PNFetchMembershipsData(value)), nil)
            case .failure: block(nil, PNErrorStatus(content))
            }
        }
    }

    /// Makes a user a member of channels, or changes what is kept about that. The channels need no metadata.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func setMembershipsWith(
        _ request: PNSetMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNManageMembershipsStatus(content, data: PNManageMembershipsData(result.value ?? ObjectList())))
        }
    }

    /// Ends memberships of a user.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func removeMemberships(
        with request: PNRemoveMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNManageMembershipsStatus(content, data: PNManageMembershipsData(result.value ?? ObjectList())))
        }
    }

    /// Sets and removes memberships of a user at once.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func manageMemberships(
        with request: PNManageMembershipsRequest,
        completion block: PNManageMembershipsCompletionBlock? = nil
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNManageMembershipsStatus(content, data: PNManageMembershipsData(result.value ?? ObjectList())))
        }
    }
}
