/// Which subscribe protocol a client speaks.
public enum PNSubscribeVersion: Sendable, Hashable, CaseIterable {
    /// The protocol of 3.7.8: one time token for all messages that arrive together, and messages only.
    case v1

    /// Today's protocol: a time token for every message, and every kind of event.
    case v2
}
