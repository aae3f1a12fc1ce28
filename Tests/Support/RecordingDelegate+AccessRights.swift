package import PubNub

/// What a client tells its delegate about access rights.
extension RecordingDelegate {
    package func pubnubClient(_ client: PubNub, didChangeAccessRights accessRightsCollection: PNAccessRightsCollection)
    {
        note("didChangeAccessRights \(words(accessRightsCollection))")
    }

    package func pubnubClient(_ client: PubNub, accessRightsChangeDidFailWithError error: PNError) {
        note("accessRightsChangeDidFail", error)
    }

    package func pubnubClient(_ client: PubNub, didAuditAccessRights accessRightsCollection: PNAccessRightsCollection) {
        note("didAuditAccessRights \(words(accessRightsCollection))")
    }

    package func pubnubClient(_ client: PubNub, accessRightsAuditDidFailWithError error: PNError) {
        note("accessRightsAuditDidFail", error)
    }

    /// Each object and key with its rights as a number.
    private func words(_ collection: PNAccessRightsCollection) -> String {
        collection.information
            .map { "\($0.object?.name ?? "*")/\($0.authorizationKey ?? "-") \($0.rights.rawValue)" }
            .joined(separator: ",")
    }
}
