/// The same page for some waiting subscribers.
struct PageForPolls: Sendable {
    /// The subscribers. Releasing them takes a while if there are thousands, so they stay until their responses are passed on.
    var polls: [HeldPoll]
    let deliveries: [Delivery]
    let timetoken: UInt64
    let form: SubscribeForm
    let region: Int
    let callback: String?
    /// Whether the response is the last one of its connection.
    var closesConnection = false

    /// The requests of the subscribers.
    var ids: [OriginRequestID] { polls.map(\.id) }

    /// The response, written once for all of them.
    var response: OriginResponse {
        var response = SubscribeResponse.response(deliveries, timetoken: timetoken, form: form, region: region)
        response.closesConnection = closesConnection
        return response.wrapped(in: callback)
    }
}
