import Foundation
import PubNubTestSupport
import PubNubWire

@testable import PubNub
@testable import PubNubCore

/// A message as it was sent.
struct Published: Equatable {
    let channel: String
    let text: String

    /// The message in the path of a publish request; nil for any other request.
    init?(_ request: TransportRequest) {
        let path = request.path.prefix { $0 != "?" }
        guard let match = Route.match(verb: request.verb, path: path), match.route == .publish,
            let channel = match.arguments[.channel].flatMap({ PercentEncoding.unescape($0) }),
            let text = match.arguments[.message].flatMap({ PercentEncoding.unescape($0) })
        else { return nil }
        self.channel = channel
        self.text = text
    }

    init(_ text: String, on channel: String = "a") {
        self.channel = channel
        self.text = text
    }
}

extension ScriptedClient {
    static let sent = #"[1,"Sent","15000000000000001"]"#

    /// The messages that were published, in order.
    var published: [Published] { transport.requests.compactMap(Published.init) }

    /// Accepts the oldest waiting message.
    @discardableResult
    func accept(_ channel: String = "") -> String? {
        reply(Path.publish + channel, Self.sent)
    }
}
