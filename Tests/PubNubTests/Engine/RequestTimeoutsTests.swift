import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("PNConfiguration: time limits of requests")
struct RequestTimeoutsTests {
    private func limits(_ seconds: Double) -> RequestTimeouts {
        var settings = ClientSettings()
        settings.nonSubscriptionRequestTimeout = seconds
        settings.subscriptionRequestTimeout = seconds
        return RequestTimeouts(settings)
    }

    @Test("The defaults are 15 s, and 310 s for a subscription")
    func standard() {
        let limits = RequestTimeouts(ClientSettings())
        #expect(limits.call == .seconds(15))
        #expect(limits.subscription == .seconds(310))
    }

    @Test("Any number of seconds is a valid timer", arguments: [.infinity, .nan, 1e300])
    func endless(seconds: Double) {
        #expect(limits(seconds).call == .seconds(1e9))
        #expect(limits(seconds).subscription == .seconds(1e9))
    }

    @Test("Negative limits count as zero")
    func negative() {
        #expect(limits(-1).call == .zero)
        #expect(limits(-.infinity).call == .zero)
        #expect(limits(0.25).call == .milliseconds(250))
    }
}
