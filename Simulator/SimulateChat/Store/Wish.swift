@testable import PubNubChat

/// The last request of the application about something, with its time.
struct Wish<Value: Equatable & Sendable>: Sendable {
    let value: Value
    let at: Timetoken
}

/// The read marker that the application wants.
struct MarkerWish: Equatable, Sendable {
    let marker: Timetoken
    /// Whether the service may have a later one: that of a membership which begins in the meantime.
    let mayBeLater: Bool
}

/// The last requests of the application about one membership.
struct MemberWish: Sendable {
    var isMember: Wish<Bool>?
    var status: Wish<String>?
    var marker: Wish<MarkerWish>?

    /// Takes over a request of the application.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - moved: The new read marker; nil for other requests.
    ///   - now: The time of the service.
    ///   - isInformed: Whether the store knows the last change by somebody else. Otherwise nothing is expected.
    mutating func take(_ request: MemberRequest, _ moved: MarkerWish?, at now: Timetoken, _ isInformed: Bool) {
        func wish<Value>(_ value: Value) -> Wish<Value>? { isInformed ? Wish(value: value, at: now) : nil }
        switch request {
        case .join: isMember = wish(true)
        case .leave: self = MemberWish(isMember: wish(false))
        case .promote(_, let status):
            self.status = wish("s\(status)")
        case .read, .unread: marker = moved.flatMap { wish($0) }
        }
    }
}
