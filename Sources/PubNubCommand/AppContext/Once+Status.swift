import PubNub

extension Once<Void> {
    /// Takes how something ended that has no result.
    func end(_ status: any PNAcknowledgmentStatus) {
        if status.isError { fail(status.underlyingError) } else { resume(.success(())) }
    }
}
