package import PubNubWire

/// The service's clock.
package enum TimeEndpoints {
    /// The current time of the service.
    package static func time() -> Call<Timetoken> {
        Call(route: .time, query: [.authorization, .library, .identifier]) { response in
            ResponseReader.decode(response) { content in
                content.array?.first.flatMap { Timetoken($0) }
            }
        }
    }
}
