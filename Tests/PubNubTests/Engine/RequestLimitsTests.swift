import Testing

@testable import PubNub

@Suite("PNConfiguration: how long requests may take")
struct RequestLimitsTests {
    private func limits(_ seconds: Double) -> RequestLimits {
        var settings = Settings()
        settings.nonSubscriptionRequestTimeout = seconds
        settings.subscriptionRequestTimeout = seconds
        return RequestLimits(settings)
    }

    @Test("By default 15 s, and 310 s for a subscription")
    func standard() {
        let limits = RequestLimits(Settings())
        #expect(limits.call == .seconds(15))
        #expect(limits.subscription == .seconds(310))
    }

    @Test("Any number of seconds is one that a timer can be set to", arguments: [.infinity, .nan, 1e300])
    func endless(seconds: Double) {
        #expect(limits(seconds).call == .seconds(1e9))
        #expect(limits(seconds).subscription == .seconds(1e9))
    }

    @Test("Less than nothing is nothing")
    func negative() {
        #expect(limits(-1).call == .zero)
        #expect(limits(-.infinity).call == .zero)
        #expect(limits(0.25).call == .milliseconds(250))
    }
}
