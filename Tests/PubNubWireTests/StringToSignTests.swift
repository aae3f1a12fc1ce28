import PubNubWire
import Testing

/// Documentation/WireProtocol.md, "Access manager".
@Suite("Strings to sign")
struct StringToSignTests {
    @Test("Version 1: keys, operation and the sorted query, without a line feed at the end")
    func grant() {
        let text = StringToSign.legacy(
            subscribeKey: "sub-c-demo",
            publishKey: "pub-c-demo",
            operation: "grant",
            query: [
                ("w", "1"), ("ttl", "1440"), ("timestamp", "1418652694"), ("r", "1"),
                ("pnsdk", "PubNub-ObjC-iOS%2F3.7.8"), ("m", "0"), ("channel", "room%201%2Croom2"),
                ("callback", "arc_1a2b3"), ("auth", "key1%2Ckey2"),
            ]
        )
        #expect(
            text == "sub-c-demo\npub-c-demo\ngrant\nauth=key1%2Ckey2&callback=arc_1a2b3&channel=room%201%2Croom2&m=0"
                + "&pnsdk=PubNub-ObjC-iOS%2F3.7.8&r=1&timestamp=1418652694&ttl=1440&w=1"
        )
    }

    @Test("Version 1: audit")
    func audit() {
        let text = StringToSign.legacy(
            subscribeKey: "sub-c-demo",
            publishKey: "pub-c-demo",
            operation: "audit",
            query: [
                ("callback", "arr_1a2b3"), ("pnsdk", "PubNub-ObjC-iOS%2F3.7.8"), ("timestamp", "1418652694"),
            ]
        )
        #expect(
            text == "sub-c-demo\npub-c-demo\naudit\ncallback=arr_1a2b3&pnsdk=PubNub-ObjC-iOS%2F3.7.8"
                + "&timestamp=1418652694"
        )
    }

    @Test("Sorts names by their bytes: a hyphen before a letter")
    func order() {
        let text = StringToSign.legacy(
            subscribeKey: "s",
            publishKey: "p",
            operation: "grant",
            query: [("channel", "b"), ("channel-group", "g"), ("Z", "1"), ("a", "2"), ("channel", "a")]
        )
        #expect(text == "s\np\ngrant\nZ=1&a=2&channel=b&channel=a&channel-group=g")
    }

    @Test("Version 2: keeps the line feed before an empty body")
    func version2() {
        let text = StringToSign.v2(
            method: "GET",
            publishKey: "myPublishKey",
            path: "/v2/auth/audit/sub-key/mySubscribeKey",
            query: [
                ("timestamp", "1317427200"), ("uuid", "myUUID"), ("channel", "ch1"),
                ("pnsdk", "PubNub-JS-Nodejs%2FsuchJavascript"),
            ]
        )
        #expect(
            String(decoding: text, as: UTF8.self)
                == "GET\nmyPublishKey\n/v2/auth/audit/sub-key/mySubscribeKey\nchannel=ch1"
                + "&pnsdk=PubNub-JS-Nodejs%2FsuchJavascript&timestamp=1317427200&uuid=myUUID\n"
        )
    }

    @Test("Version 2: the body follows the query")
    func version2Body() {
        let text = StringToSign.v2(
            method: "POST",
            publishKey: "p",
            path: "/x",
            query: [("a", "1")],
            body: Array("{\"ttl\":10}".utf8)
        )
        #expect(String(decoding: text, as: UTF8.self) == "POST\np\n/x\na=1\n{\"ttl\":10}")
    }

    @Test("Version 2: the bytes of a body that is not UTF-8 stay as they are")
    func version2Bytes() {
        let body: [UInt8] = [0x1F, 0x8B, 0xFF]
        #expect(
            StringToSign.v2(method: "POST", publishKey: "p", path: "/x", query: [], body: body)
                == Array("POST\np\n/x\n\n".utf8) + body
        )
    }
}
