import PubNubWire

/// One request for a part of a channel's history.
struct HistoryRequest: Sendable {
    let channel: PNChannel
    let start: Timetoken?
    let end: Timetoken?
    let limit: Int
    let isReversed: Bool
    let includesTokens: Bool

    init(
        channel: PNChannel,
        start: PNDate? = nil,
        end: PNDate? = nil,
        limit: UInt = 0,
        isReversed: Bool = false,
        includesTokens: Bool = false
    ) {
        let bounds = [start?.timetoken, end?.timetoken].compactMap(\.self)
        // A start after its end is taken as the other way round, as 3.7.8 did.
        let isSwapped = bounds.count == 2 && bounds[1] < bounds[0]
        self.channel = channel
        self.start = isSwapped ? end?.timetoken : start?.timetoken
        self.end = isSwapped ? start?.timetoken : end?.timetoken
        self.limit = limit == 0 ? ServiceLimits.historyPage : Int(min(limit, UInt(ServiceLimits.historyPage)))
        self.isReversed = isReversed
        self.includesTokens = includesTokens
    }

    /// Equal for requests that ask for the same.
    var key: String {
        "\(channel.name) \(start?.description ?? "") \(end?.description ?? "") \(limit) \(isReversed) \(includesTokens)"
    }

    /// The request for the page before the one that begins at `oldest`.
    func page(before oldest: Timetoken?) -> Call<HistoryPage> {
        HistoryEndpoints.page(
            channel: channel.name,
            start: oldest ?? start,
            end: end,
            count: limit,
            reverse: isReversed,
            includeToken: includesTokens
        )
    }
}
