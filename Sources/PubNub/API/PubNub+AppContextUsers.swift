/// Metadata of users (App Context).
extension PubNub {
    /// Asks for a page of all users of the subscribe key. The service may be set up to refuse this.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func allUUIDMetadata(
        with request: PNFetchAllUUIDMetadataRequest,
        completion block: @escaping PNFetchAllUUIDMetadataCompletionBlock
    ) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            switch result {
            case .success(let value): block(PNFetchAllUUIDMetadataResult(data: PNFetchAllUUIDMetadataData(value)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }

    /// Asks for the metadata of a user. One that has none is an error of category
    /// ``PNStatusCategory/resourceNotFoundCategory``.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue.
    public func uuidMetadata(
        with request: PNFetchUUIDMetadataRequest,
        completion block: @escaping PNFetchUUIDMetadataCompletionBlock
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            switch result {
            case .success(let value):
                block(PNFetchUUIDMetadataResult(data: PNFetchUUIDMetadataData(metadata: value)), nil)
            case .failure(let error): block(nil, PNErrorStatus(StatusContent(error: error, again: again)))
            }
        }
    }

    /// Changes the metadata of a user, who need not exist yet. Whoever is subscribed to the user or to one of the user's channels is
    /// told, unless nothing changed.
    ///
    /// Where no answer says so, the change is made again, which is the same as once; but not when it is bound to an entity tag,
    /// see ``PNError/isOutcomeUnknown``.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func setUUIDMetadataWith(
        _ request: PNSetUUIDMetadataRequest,
        completion block: PNSetUUIDMetadataCompletionBlock? = nil
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNSetUUIDMetadataStatus(content, data: PNSetUUIDMetadataData(metadata: result.value)))
        }
    }

    /// Removes the metadata of a user. That there is none is no error.
    ///
    /// - Parameters:
    ///   - request: What is wanted; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func removeUUIDMetadata(
        with request: PNRemoveUUIDMetadataRequest,
        completion block: PNRemoveUUIDMetadataCompletionBlock? = nil
    ) {
        engine.call({ identifier throws(PNError) in try request.call(for: identifier) }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNAcknowledgmentStatus(content))
        }
    }
}
