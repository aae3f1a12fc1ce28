/// Where in the stream of messages a subscription stands.
package struct Cursor: Sendable, Hashable {
    /// The token of the last page; zero to start from now.
    package var timetoken: Timetoken
    /// The region that issued the token; nil when none was given, as always in v1.
    package var region: Int?

    /// The start of a new subscription.
    package static let now = Cursor(timetoken: .zero, region: nil)

    package init(timetoken: Timetoken, region: Int? = nil) {
        self.timetoken = timetoken
        self.region = region
    }
}
