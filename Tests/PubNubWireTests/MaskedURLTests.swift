import PubNubWire
import Testing

@Suite("The row of a route decides which parts of a URL a log shows")
struct MaskedURLTests {
    /// Query items of 3.7.8 and of this library, and an unknown one.
    private static let secretItems = [
        "auth", "signature", "token", "meta", "filter-expr", "filter", "custom_message_type", "pn_apns", "unheard-of",
    ]

    private static let secretPlaceholders: [Route: Set<String>] = [
        .publish: ["message"], .signal: ["message"], .pushChannels: ["token"], .pushRemoval: ["token"],
        .pushChannelsV2: ["token"], .pushRemovalV2: ["token"], .tokenRevocation: ["token"],
        .filePublish: ["message"],
    ]

    private static func url(of route: Route, _ template: RouteTemplate) -> String {
        let values = Dictionary(uniqueKeysWithValues: Set(template.placeholders).map { ($0, "mark-\($0)") })
        let items =
            secretItems.map { "\($0)=mark-\($0)" } + [
                "uuid=mark-uuid", "pnsdk=mark-pnsdk", "mark-bare", "=mark-nameless",
            ]
        return "https://origin.test:8443" + template.fill(values) + "?" + items.joined(separator: "&")
    }

    @Test(
        "Masks messages, tokens, keys, signatures, metadata, filters and unknown items in every route",
        arguments: Route.allCases
    )
    func everyRoute(route: Route) {
        for template in [route.row.template] + route.row.aliases {
            let secrets = Self.secretPlaceholders[route] ?? []
            let masked = MaskedURL(Self.url(of: route, template), of: route.row)
            for name in Self.secretItems + ["bare", "nameless"] {
                #expect(!masked.text.contains("mark-\(name)"), "\(name) in \(masked.text)")
                #expect(masked.hidden.contains { $0.contains("mark-\(name)") })
            }
            for name in template.placeholders {
                #expect(masked.text.contains("mark-\(name)") != secrets.contains(name), "\(name) in \(masked.text)")
            }
            #expect(masked.text.hasPrefix("https://origin.test:8443/") && masked.text.contains("uuid=mark-uuid"))
        }
    }

    private static let states: [(Route, Bool)] = [
        (.stateUpdate, false), (.heartbeat, false), (.subscribe, false), (.subscribeV2, false), (.state, false),
        (.hereNow, true), (.hereNowGlobal, true),
    ]

    @Test("Masks presence state, but not the flag of the same name", arguments: states)
    func state(route: Route, isShown: Bool) {
        let values = Dictionary(uniqueKeysWithValues: Set(route.row.template.placeholders).map { ($0, "v") })
        let masked = MaskedURL(route.row.template.fill(values) + "?state=mark", of: route.row)
        #expect(masked.text.hasSuffix(isShown ? "?state=mark" : "?state=***"))
    }

    @Test("Shows only the origin of a request without a route, or with a path of another route")
    func unknown() {
        #expect(MaskedURL("https://o/v3/pam/s/grant/qEF2?a=b", of: nil).text == "https://o/***?***")
        #expect(MaskedURL("https://o/v3/pam/s", of: Route.time.row).text == "https://o/***")
        #expect(MaskedURL("https://user:word@o/time/0", of: Route.time.row).text == "https://***@o/time/0")
        #expect(MaskedURL("", of: Route.time.row).text == "")
        #expect(MaskedURL("/time/0", of: Route.time.row).text == "/time/0")
    }

    @Test("Masks the publish key of every route that has one, if it is named")
    func publishKey() {
        for route in [Route.publish, .publishCompressed, .signal] {
            let masked = MaskedURL(Self.url(of: route, route.row.template), of: route.row, masking: ["pub"])
            #expect(!masked.text.contains("mark-pub") && masked.text.contains("/***/mark-sub/"), "\(masked.text)")
        }
    }

    @Test("The rest of the path belongs to a message with slashes")
    func slashes() {
        let masked = MaskedURL("https://o/publish/p/s/0/a/0/%22x/y%22/z?seqn=1", of: Route.publish.row)
        #expect(masked.text == "https://o/publish/p/s/0/a/0/***?seqn=1" && masked.hidden == ["%22x/y%22/z"])
    }
}
