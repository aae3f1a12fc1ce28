import PubNub

extension Once<Void> {
    /// Takes how something ended that has no result.
    func end(_ status: PNAcknowledgmentStatus) {
        if status.isError { fail(status.underlyingError) } else { resume(.success(())) }
    }
}
