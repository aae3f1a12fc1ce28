import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("No secret is logged: requests and responses")
struct RedactionTests {
    struct Row: Sendable {
        let route: Route?
        let url: String
        let logged: String
    }

    @Test(
        "Removes authorization keys, signatures, states, tokens, metadata and messages from URLs",
        arguments: [
            Row(route: .time, url: "https://o/time/0", logged: "https://o/time/0"),
            Row(
                route: .subscribeV2,
                url: "/v2/subscribe/s/a/0?tt=1&auth=key&uuid=u",
                logged: "/v2/subscribe/s/a/0?tt=1&auth=***&uuid=u"
            ),
            Row(
                route: .grant,
                url: "/v1/auth/grant/sub-key/s?auth=a%2Cb&r=1&signature=abc",
                logged: "/v1/auth/grant/sub-key/s?auth=***&r=1&signature=***"
            ),
            Row(
                route: .stateUpdate,
                url: "/v2/presence/sub-key/s/channel/a/uuid/u/data?state=%7B%7D",
                logged: "/v2/presence/sub-key/s/channel/a/uuid/u/data?state=***"
            ),
            Row(route: .publish, url: "/publish/p/s/0/a/0/%22hi%22", logged: "/publish/p/s/0/a/0/***"),
            Row(
                route: .publish,
                url: "/publish/p/s/0/a/0/%22hi%22?store=0&meta=%7B%22a%22%3A1%7D",
                logged: "/publish/p/s/0/a/0/***?store=0&meta=***"
            ),
            Row(
                route: .signal,
                url: "/signal/p/s/0/a/0/%22hi%22?uuid=u&custom_message_type=t",
                logged: "/signal/p/s/0/a/0/***?uuid=u&custom_message_type=***"
            ),
            Row(
                route: .pushChannels,
                url: "/v1/push/sub-key/s/devices/0123?type=apns",
                logged: "/v1/push/sub-key/s/devices/***?type=apns"
            ),
            Row(route: nil, url: "/v3/pam/s/grant/qEF2", logged: "/***"),
            Row(route: nil, url: "", logged: ""),
        ]
    )
    func urls(row: Row) {
        #expect(Redaction.url(row.url, of: row.route) == row.logged)
    }

    @Test(
        "Removes secrets of a request that a service repeats, escaped or not and in either case",
        arguments: [
            Row(route: .pushChannels, url: "/v1/push/sub-key/s/devices/0123abcd", logged: "no device *** (***)"),
            Row(route: .history, url: "/v2/history/sub-key/s/channel/a?auth=0123abcd", logged: "no device *** (***)"),
            Row(route: .grant, url: "/v1/auth/grant/sub-key/s?auth=other%2C0123abcd", logged: "no device *** (***)"),
            Row(route: .publish, url: "/publish/p/s/0/a/0/%220123abcd%22", logged: "no device *** (***)"),
            Row(route: .publish, url: "/publish/p/s/0/a/0/1?meta=%220123abcd%22", logged: "no device *** (***)"),
            Row(route: .time, url: "/time/0", logged: "no device 0123abcd (0123ABCD)"),
            Row(
                route: .history,
                url: "/v2/history/sub-key/s/channel/a?auth=d",
                logged: "no device 0123abcd (0123ABCD)"
            ),
        ]
    )
    func replies(row: Row) {
        #expect(Redaction.reply("no device 0123abcd (0123ABCD)", to: row.url, of: row.route) == row.logged)
    }

    @Test("Removes the body of a request from errors in which a service repeats it")
    func bodies() {
        let text = Redaction.reply(
            "bad message words here",
            to: "/publish/p/s/0/a/0",
            of: .publishCompressed,
            content: Array(#""words here""#.utf8)
        )
        #expect(text == "bad message ***")
    }

    @Test("Removes the authorization keys that the access manager lists from stored responses")
    func listedKeys() {
        let body = #"{"payload":{"channels":{"a":{"auths":{"somebody":{"r":1}},"r":1}},"level":"subkey"}}"#
        let kept = #"{"payload":{"channels":{"a":{"auths":"***","r":1}},"level":"subkey"}}"#
        func answer(_ text: String, _ route: Route?) -> String {
            Redaction.response(Array(text.utf8), to: "https://o/v1/auth/audit/sub-key/s?signature=x", of: route)
        }
        #expect(answer(body, .audit) == kept && answer(body, .grantV2) == kept)
        #expect(answer(body, .history) == body)
        #expect(answer("auths: me", .grant) == "***" && answer(body, nil) == "***")
        let long = String(repeating: "x", count: 100_000)
        #expect(answer(long, .history).hasSuffix("x… (100000 bytes in all)") && answer(long, .history).count < 66_000)
    }

    @Test("Removes a short secret if it is a word of its own, and leaves the rest of the string unchanged")
    func shortSecret() {
        let url = "/v2/history/sub-key/s/channel/a?auth="
        #expect(Redaction.reply("key d is denied, d.", to: url + "d", of: .history) == "key *** is denied, ***.")
        #expect(Redaction.reply("Schlüssel ä", to: url + "%C3%A4", of: .history) == "Schlüssel ***")
    }

    @Test("The structure of a body shows kinds, counts and lengths, but neither values nor names of members")
    func shapes() {
        func shape(_ text: String) -> String { Redaction.shape(of: Array(text.utf8)) }
        #expect(shape(#"[1,"Sent","15"]"#) == "array(3) of number, string(4), string(2)")
        #expect(shape(#"{"words":{"more":1}}"#) == "object(1)")
        #expect(shape("[[[[1]]],[],true,null]") == "array(4) of array(1) of array(1), array(0), bool, …")
        #expect(shape("<html>words") == "not JSON")
    }

    @Test("Shows values of headers only if they are known to be harmless")
    func headers() {
        #expect(Redaction.header("HTTP/1.1 200 OK") == "HTTP/1.1 200 OK")
        #expect(Redaction.header("Content-Type: text/plain") == "Content-Type: text/plain")
        #expect(Redaction.header("Set-Cookie: secret=1") == "Set-Cookie: ***")
        #expect(Redaction.header("X-Anything: words") == "X-Anything: ***")
    }
}
