import Testing

@testable import PubNub

@Suite("Nothing secret is logged: addresses of requests")
struct RedactionTests {
    struct Row: Sendable {
        let url: String
        let logged: String
    }

    @Test(
        "Authorization keys, signatures, states, tokens and messages are taken out",
        arguments: [
            Row(url: "https://o/time/0", logged: "https://o/time/0"),
            Row(url: "/v2/subscribe/s/a/0?tt=1&auth=key&uuid=u", logged: "/v2/subscribe/s/a/0?tt=1&auth=***&uuid=u"),
            Row(
                url: "/v1/auth/grant/sub-key/s?auth=a%2Cb&r=1&signature=abc",
                logged: "/v1/auth/grant/sub-key/s?auth=***&r=1&signature=***"
            ),
            Row(
                url: "/v2/presence/sub-key/s/channel/a/uuid/u/data?state=%7B%7D",
                logged: "/v2/presence/sub-key/s/channel/a/uuid/u/data?state=***"
            ),
            Row(url: "/publish/p/s/0/a/0/%22hi%22", logged: "/publish/p/s/0/a/0/***"),
            Row(url: "/publish/p/s/sig/a/0/%22hi%22/more?seqn=1", logged: "/publish/p/s/***/a/0/***?seqn=1"),
            Row(url: "/v1/push/sub-key/s/devices/0123?type=apns", logged: "/v1/push/sub-key/s/devices/***?type=apns"),
            Row(
                url: "/v2/push/sub-key/s/devices-apns2/0123/remove",
                logged: "/v2/push/sub-key/s/devices-apns2/***/remove"
            ),
            Row(url: "/v3/pam/s/grant/qEF2", logged: "/v3/pam/s/grant/***"),
            Row(url: "/v3/pam/s/grant?timestamp=1&signature=v2.x", logged: "/v3/pam/s/grant?timestamp=1&signature=***"),
            Row(url: "", logged: ""),
        ]
    )
    func urls(row: Row) {
        #expect(Redaction.url(row.url) == row.logged)
    }

    @Test(
        "What a service writes back of a request's secrets is taken out, escaped or not and in either case",
        arguments: [
            Row(url: "/v1/push/sub-key/s/devices/0123abcd", logged: "no device *** (***)"),
            Row(url: "/v2/history/s?auth=0123abcd", logged: "no device *** (***)"),
            Row(url: "/v1/auth/grant/sub-key/s?auth=other%2C0123abcd", logged: "no device *** (***)"),
            Row(url: "/time/0", logged: "no device 0123abcd (0123ABCD)"),
            Row(url: "/v2/history/s?auth=d", logged: "no device 0123abcd (0123ABCD)"),
        ]
    )
    func replies(row: Row) {
        #expect(Redaction.reply("no device 0123abcd (0123ABCD)", to: row.url) == row.logged)
    }

    @Test("The authorization keys that the access manager lists are taken out of what is kept of its answers")
    func listedKeys() {
        let body = #"{"payload":{"channels":{"a":{"auths":{"somebody":{"r":1}},"r":1}},"level":"subkey"}}"#
        let kept = #"{"payload":{"channels":{"a":{"auths":"***","r":1}},"level":"subkey"}}"#
        #expect(Redaction.answer(Array(body.utf8), to: "https://o/v1/auth/audit/sub-key/s?signature=x") == kept)
        #expect(Redaction.answer(Array(body.utf8), to: "https://o/v2/history/sub-key/s") == body)
        #expect(Redaction.answer(Array("auths: me".utf8), to: "https://o/v1/auth/grant/sub-key/s") == "***")
    }

    @Test("A short secret is taken out where it stands alone, and the rest of the text stays as it was")
    func shortSecret() {
        #expect(Redaction.reply("key d is denied, d.", to: "/v2/history/s?auth=d") == "key *** is denied, ***.")
        #expect(Redaction.reply("Schlüssel ä", to: "/v2/history/s?auth=%C3%A4") == "Schlüssel ***")
    }
}
