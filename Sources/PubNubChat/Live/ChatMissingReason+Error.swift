import PubNub

extension ChatMissingReason {
    /// The reason that an error stands for.
    init(_ error: any Error) {
        let text = "\(error)"
        self =
            switch error {
            case let error as PNError where error.isFeatureOff: .notEnabled(text)
            case let error as PNError where error.isForbidden: .forbidden(text)
            case let error as PNError where error.isTemporary: .unavailable(text)
            case is PNError, is ChatError: .unreadable(text)
            default: .unavailable(text)
            }
    }

    /// Whether only another access right helps.
    var isForbidden: Bool {
        if case .forbidden = self { true } else { false }
    }

    /// Whether the add-on is off.
    var isNotEnabled: Bool {
        if case .notEnabled = self { true } else { false }
    }

    /// Whether nothing else of the service can be fetched now, either.
    var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}
