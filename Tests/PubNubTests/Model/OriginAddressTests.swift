import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The origin of a configuration may have a scheme")
struct OriginAddressTests {
    private func configuration(_ origin: String?) -> PNConfiguration {
        PNConfiguration(forOrigin: origin, publishKey: "p", subscribeKey: "s", secretKey: nil)
    }

    @Test(
        "http and https decide about TLS, and are not part of the host",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", false), ("http://127.0.0.1:8080/", "127.0.0.1:8080", false),
            ("https://ps.pndsn.com", "ps.pndsn.com", true), ("HTTPS://Host/", "Host", true),
            ("host:443", "host:443", true),
            ("http://[::1]:80", "[::1]:80", false), ("", "pubsub.pubnub.com", true),
        ]
    )
    func schemes(address: String, host: String, isSecure: Bool) {
        for made in [
            configuration(address), PNConfiguration(publishKey: "p", subscribeKey: "s", userID: "u", origin: address),
            configuration("other").updatedConfiguration(
                withOrigin: address,
                publishKey: "p",
                subscribeKey: "s",
                secretKey: nil,
                cipherKey: nil,
                authorizationKey: nil
            ),
        ] {
            #expect(made.origin == host)
            #expect(made.shouldUseSecureConnection == isSecure)
            #expect(made.settings.fault == nil)
        }
    }

    @Test("The value of shouldUseSecureConnection that is set last counts; an origin without a scheme leaves it")
    func order() {
        let made = configuration("http://host")
        made.shouldUseSecureConnection = true
        #expect(made.settings.baseURL == "https://host")
        let plain = configuration("host")
        plain.shouldUseSecureConnection = false
        let updated = plain.updatedConfiguration(
            withOrigin: "other",
            publishKey: "p",
            subscribeKey: "s",
            secretKey: nil,
            cipherKey: nil,
            authorizationKey: nil
        )
        #expect(updated.settings.baseURL == "http://other")
    }

    @Test(
        "Connecting with anything else is error 100, which names the origin",
        arguments: [
            "http://host/path", "ftp://host", "ho st", "host/", "http://", "host?x", "https://host#f", "a\\b",
            "host:port", "host:", "host:0", "host:65536", "a:1:2", "[::1", "::1", "[::1]x", ":80",
        ]
    )
    func invalid(address: String) {
        let fault = configuration(address).settings.fault.map { PNError($0) }
        #expect(fault?.code == 100)
        #expect(fault?.localizedFailureReason?.hasPrefix("The origin ") == true)
    }

    @Test("A password in an origin is not in the error")
    func password() {
        let fault = configuration("http://ann:hunter2@host").settings.fault.map { PNError($0) }
        #expect(fault?.code == 100)
        #expect("\(fault.map { "\($0)" } ?? "")".contains("hunter2") == false)
    }

    @Test("A configuration for an identifier may name another origin, and has the default one without it")
    func identifier() {
        let made = PNConfiguration(publishKey: "p", subscribeKey: "s", userID: "ann", origin: "http://127.0.0.1:8080")
        #expect(made.settings.userID == "ann" && made.settings.baseURL == "http://127.0.0.1:8080")
        #expect(PNConfiguration(publishKey: "p", subscribeKey: "s", userID: "ann").origin == kPNOriginHost)
    }
}
