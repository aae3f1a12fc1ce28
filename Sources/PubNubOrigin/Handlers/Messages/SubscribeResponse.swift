import PubNubWire

/// Writes subscribe responses in their four shapes.
enum SubscribeResponse {
    static func response(_ page: [Delivery], timetoken: UInt64, form: SubscribeForm, region: Int) -> OriginResponse {
        switch form {
        case .envelopes(let named):
            envelopes(page, timetoken: timetoken, named: named, region: region)
        case .single:
            array(page, timetoken: timetoken, names: [])
        case .multiple:
            array(page, timetoken: timetoken, names: [page.map(\.message.topic.name)])
        case .matched(let blanks):
            array(
                page,
                timetoken: timetoken,
                names: page.isEmpty
                    ? Array(repeating: [], count: blanks) : [page.map(\.matched), page.map(\.message.topic.name)]
            )
        }
    }

    private static func array(_ page: [Delivery], timetoken: UInt64, names: [[String]]) -> OriginResponse {
        var body = Array("[[".utf8)
        for (index, delivery) in page.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += delivery.message.payload
        }
        body += Array("],\"\(timetoken)\"".utf8)
        for list in names { body += Array(",\(EnvelopeWriter.quoted(list.joined(separator: ",")))".utf8) }
        body.append(UInt8(ascii: "]"))
        return OriginResponse(body: body)
    }

    private static func envelopes(
        _ page: [Delivery],
        timetoken: UInt64,
        named: Bool,
        region: Int
    ) -> OriginResponse {
        var body = Array("{\"t\":{\"t\":\"\(timetoken)\",\"r\":\(region)},\"m\":[".utf8)
        body.reserveCapacity(page.reduce(body.count + 2) { $0 + $1.message.envelope.count + 24 })
        for (index, delivery) in page.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += delivery.message.envelope
            if named || delivery.matched != delivery.message.topic.name {
                body.append(",\"b\":")
                JSON.append(delivery.matched, to: &body)
            }
            body.append(UInt8(ascii: "}"))
        }
        body.append("]}")
        return OriginResponse(body: body)
    }
}

/// The shape of a subscribe response, which depends on the version and on what was subscribed to.
enum SubscribeForm: Sendable, Hashable {
    /// Version 1 with one channel: messages and timetoken.
    case single
    /// Version 1 with several channels: a list of channel names as well.
    case multiple
    /// Version 1 with a group or wildcard: the matched names and the channel names. A response without messages has
    /// `blanks` empty lists.
    case matched(blanks: Int)
    /// Version 2; `named` when each envelope repeats the name it matched.
    case envelopes(named: Bool)

    /// The form of the responses to a call with some subscriptions.
    init(of subscriptions: [Subscription], version2: Bool) {
        let isOneChannel = subscriptions.count == 1 && subscriptions.first?.kind != .group
        if version2 {
            self = .envelopes(named: !isOneChannel)
        } else if subscriptions.contains(where: { $0.kind == .wildcard }) {
            self = .matched(blanks: 2)
        } else if subscriptions.contains(where: { $0.kind == .group }) {
            self = .matched(blanks: subscriptions.count == 1 ? 0 : 1)
        } else {
            self = isOneChannel ? .single : .multiple
        }
    }
}

/// A message for one subscriber, with the name under which it subscribed.
struct Delivery: Sendable, Equatable {
    let message: ChannelMessage
    let matched: String
}
