// Unchecked because it derives: it adds only constants of Sendable types.

/// What is known of an error.
public final class PNErrorData: PNServiceData, @unchecked Sendable {
    /// What went wrong, in words. Where the service found several things wrong, its words are followed by a line `Details:`
    /// and by a line for each with the place of what is wrong. Empty when nothing went wrong.
    public let information: String

    init(information: String) {
        self.information = information
    }
}
