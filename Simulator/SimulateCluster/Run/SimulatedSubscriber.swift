@testable import PubNubOrigin

/// A client that polls now one server, now another.
struct SimulatedSubscriber {
    /// A message as it was received or published.
    struct Message: Equatable {
        let channel: String
        let payload: String
    }

    let channels: [String]
    /// 0 until it has begun.
    var timetoken: UInt64 = 0
    /// The timetoken that it began with.
    var start: UInt64 = 0
    /// How many messages had been published when it began.
    var publishedBefore = 0
    /// Its poll that has no response, and the server that has it.
    var poll: (id: OriginRequestID, node: Int)?
    var received: [Message] = []

    var request: OriginRequest {
        OriginRequest(target: "/v2/subscribe/demo/\(channels.joined(separator: ","))/0?tt=\(timetoken)")
    }

    /// Takes in the response to its poll.
    mutating func take(_ page: PageForPolls, published: Int) {
        poll = nil
        if timetoken == 0 {
            start = page.timetoken
            publishedBefore = published
        }
        timetoken = page.timetoken
        for delivery in page.deliveries {
            let payload = String(decoding: delivery.message.payload, as: UTF8.self)
            // Events of actions and objects are on the same channels.
            guard Int(payload) != nil else { continue }
            received.append(Message(channel: delivery.message.topic.name, payload: payload))
        }
    }
}
