import Foundation
import PubNubMachines

import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubCodec
@testable import PubNubWire

/// Documentation/WireProtocol.md, "Requests".
@Suite("RequestBuilder")
struct RequestBuilderTests {
    @Test("Uses TLS by default; the origin may name a port")
    func origin() {
        let call = TimeEndpoints.time()
        #expect(Requests.request(call).url.hasPrefix("https://ps.pndsn.com/time/0?"))
        #expect(Requests.request(call) { $0.isSecure = false }.url.hasPrefix("http://ps.pndsn.com/time/0?"))
        #expect(Requests.request(call) { $0.origin = "localhost:8090" }.url.hasPrefix("https://localhost:8090/time/0?"))
        let ipv6 = Requests.request(call) {
            $0.origin = "[::1]:8090"
            $0.isSecure = false
        }
        #expect(ipv6.url.hasPrefix("http://[::1]:8090/time/0?"))
    }

    @Test("Applies a configuration's settings to a request")
    func configuration() throws {
        var settings = ClientSettings()
        settings.origin = "localhost:8090"
        settings.usesSecureConnection = false
        settings.publishKey = "p"
        settings.subscribeKey = "s"
        settings.authorizationKey = "k"
        settings.acceptsCompressedResponses = false
        settings.certificateAuthorityFile = "/etc/own.pem"
        let builder = RequestBuilder(settings.requestSettings(identifier: "me"))
        let call = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a")
        let request = try builder.build(call, id: RequestID(rawValue: 1))
        #expect(
            request.url
                == "http://localhost:8090/publish/p/s/0/a/0/1?uuid=me&auth=k&pnsdk=PubNub-Swift-Linux%2F3.7.8"
        )
        #expect(!request.acceptsCompression)
        #expect(request.trust == .verified)
        #expect(request.certificateAuthorityFile == "/etc/own.pem")
        let standard = RequestBuilder(ClientSettings().requestSettings(identifier: "me"))
        #expect(try standard.build(TimeEndpoints.time(), id: RequestID(rawValue: 1)).url.hasPrefix("https://"))
    }

    @Test("A message whose path and query are longer than the service accepts is error 114, and is not sent")
    func addressLength() throws {
        let builder = RequestBuilder(ClientSettings().requestSettings(identifier: "me"))
        func build(_ count: Int) throws(Failure) -> TransportRequest {
            let payload = Array(("\"" + String(repeating: "x", count: count) + "\"").utf8)
            return try builder.build(
                MessagingEndpoints.publish(payload: payload, channel: "a"),
                id: RequestID(rawValue: 1)
            )
        }
        let base = "https://pubsub.pubnub.com".utf8.count
        let overhead = try build(0).url.utf8.count - base
        #expect(try build(32_768 - overhead).url.utf8.count == base + 32_768)
        let failure = #expect(throws: Failure.self) { try build(32_769 - overhead) }
        #expect(failure?.code == kPNTooLongMessageError && failure?.kind == .unsent)
        #expect(PNError(try #require(failure)).localizedFailureReason?.contains("32769 bytes") == true)
        let compressed = MessagingEndpoints.publish(
            payload: Array(String(repeating: "1", count: 40_000).utf8),
            channel: "a",
            compressed: true
        )
        #expect(try builder.build(compressed, id: RequestID(rawValue: 1)).url.utf8.count < 1_000)
    }

    @Test("Emoji, with 12 bytes each in the address, are sent up to 32,768 bytes of path and query, or error 114")
    func emoji() throws {
        let builder = RequestBuilder(ClientSettings().requestSettings(identifier: "me"))
        let base = "https://pubsub.pubnub.com".utf8.count
        var longest = 0
        for count in 2_700...2_740 {
            let payload = Array(("\"" + String(repeating: "\u{1F600}", count: count) + "\"").utf8)
            let call = MessagingEndpoints.publish(payload: payload, channel: "a")
            do throws(Failure) {
                #expect(try builder.build(call, id: RequestID(rawValue: 1)).url.utf8.count <= base + 32_768)
                #expect(longest == 0 || longest == count - 1)
                longest = count
            } catch {
                #expect(error.code == kPNTooLongMessageError)
            }
        }
        #expect(2_701..<2_731 ~= longest)
    }

    @Test("Status 414 of a publish, a signal and the message of a file is error 114, and -1 of any other call")
    func status414() {
        let body = #"{"status":414,"service":"Balancer","error":true,"message":"Request URI Too Long"}"#
        let reply = Result<TransportResponse, TransportFailure>.success(Replies.reply(body, status: 414))
        let publish = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a").result(of: reply, from: "")
        #expect(publish.failure?.code == kPNTooLongMessageError)
        let signal = MessagingEndpoints.signal(payload: Array("1".utf8), channel: "a").result(of: reply, from: "")
        #expect(signal.failure?.code == kPNTooLongMessageError)
        #expect(Set(Route.allCases.filter(\.sendsMessage)) == [.publish, .signal, .filePublish])
        #expect(TimeEndpoints.time().result(of: reply, from: "").failure?.code == kPNUnknownError)
    }

    @Test("Sends a message once; other requests may be repeated on a new connection", arguments: [false, true])
    func repetition(isCompressed: Bool) {
        let message = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a", compressed: isCompressed)
        #expect(!Requests.request(message).isRepeatable)
        #expect(Requests.request(TimeEndpoints.time()).isRepeatable)
        #expect(Requests.request(SubscribeEndpoints.subscribe(channels: ["a"])).isRepeatable)
    }

    @Test("The request contains its identifier, method, lane and TLS level")
    func properties() {
        let service = Requests.request(TimeEndpoints.time())
        #expect(service.id == RequestID(rawValue: 7))
        #expect(service.verb == .get)
        #expect(service.lane == .service)
        #expect(service.trust == .verified)
        #expect(service.body == nil)
        #expect(service.headers.isEmpty)
        #expect(service.certificateAuthorityFile == nil)
        let poll = Requests.request(SubscribeEndpoints.subscribe(channels: ["a"])) {
            $0.trust = .chainUnverified
            $0.certificateAuthorityFile = "/etc/own.pem"
        }
        #expect(poll.lane == .subscribe)
        #expect(poll.trust == .chainUnverified)
        #expect(poll.certificateAuthorityFile == "/etc/own.pem")
    }

    @Test(
        "Accepts compressed responses if the configuration allows it, with or without a body",
        arguments: [true, false]
    )
    func compression(isAccepted: Bool) {
        let publish = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a")
        let compressed = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a", compressed: true)
        let requests = [
            Requests.request(TimeEndpoints.time()) { $0.acceptsCompression = isAccepted },
            Requests.request(SubscribeEndpoints.subscribe(channels: ["a"])) { $0.acceptsCompression = isAccepted },
            Requests.request(publish) { $0.acceptsCompression = isAccepted },
            Requests.request(compressed) { $0.acceptsCompression = isAccepted },
            Requests.request(MessageActionEndpoints.add("t", "v", to: .zero, on: "a")) {
                $0.acceptsCompression = isAccepted
            },
        ]
        for request in requests {
            #expect(request.acceptsCompression == isAccepted)
            #expect(RequestHead.fields(of: request).contains { $0.name == "Accept-Encoding" } == isAccepted)
        }
    }

    @Test("A call that cannot be signed gives no request")
    func unsigned() {
        let builder = RequestBuilder(Requests.settings) { _, _ throws(DigestError) in throw .unavailable }
        let call = AccessManagerEndpoints.audit(.application, timestamp: 1)
        #expect {
            try builder.build(call, id: RequestID(rawValue: 1))
        } throws: { error in
            (error as? Failure)?.code == kPNCryptoUnavailableFeatureError
        }
    }

    @Test("A POST has a gzip body and its header")
    func post() throws {
        let text = Array(#"{"text":"good morning"}"#.utf8)
        let request = Requests.request(MessagingEndpoints.publish(payload: text, channel: "a", compressed: true))
        #expect(request.verb == .post)
        #expect(request.headers.map(\.name) == ["Content-Type", "Content-Encoding"])
        #expect(request.headers.map(\.value) == ["application/json; charset=UTF-8", "gzip"])
        let body = try #require(request.body)
        #expect(body.starts(with: [0x1F, 0x8B]))
        #expect(try Gzip.decompress(body, limit: 1000) == text)
    }

    @Test("Sends auth if there is a key, strictly escaped")
    func authorization() {
        #expect(Requests.resource(TimeEndpoints.time()) == "/time/0?pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me")
        let resource = Requests.resource(TimeEndpoints.time()) { $0.authorizationKey = "k&y=~'" }
        #expect(resource == "/time/0?auth=k%26y%3D%7E%27&pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me")
    }

    @Test("Escapes identifiers and keys strictly")
    func escaping() {
        let resource = Requests.resource(MessagingEndpoints.publish(payload: Array("1".utf8), channel: "a")) {
            $0.identifier = "me & you/🎈"
            $0.publishKey = "p/k"
            $0.subscribeKey = "s k"
        }
        #expect(
            resource == "/publish/p%2Fk/s%20k/0/a/0/1?uuid=me%20%26%20you%2F%F0%9F%8E%88"
                + "&pnsdk=PubNub-Swift-Linux%2F3.7.8"
        )
    }

    @Test(
        "Escapes unusual names",
        arguments: [
            ("a,b", "a%2Cb"), ("a/b", "a%2Fb"), ("a:b", "a%3Ab"), ("100%", "100%25"), ("~'", "%7E%27"),
            ("a b+c", "a%20b%2Bc"), ("🎈é", "%F0%9F%8E%88%C3%A9"), ("a.*", "a.%2A"), ("a?b#c", "a%3Fb%23c"),
            ("x_y-z.0", "x_y-z.0"), ("\"<>\\^`{|}", "%22%3C%3E%5C%5E%60%7B%7C%7D"),
        ]
    )
    func oddNames(name: String, escaped: String) {
        let tail = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
        let list = NameList([name, "b"])
        #expect(
            Requests.resource(HistoryEndpoints.page(channel: name))
                == "/v2/history/sub-key/sub/channel/\(escaped)?count=100&reverse=false&include_token=false"
                + "&\(tail)&uuid=me"
        )
        #expect(
            Requests.resource(MessagingEndpoints.publish(payload: Array("1".utf8), channel: name))
                == "/publish/pub/sub/0/\(escaped)/0/1?uuid=me&\(tail)"
        )
        #expect(
            Requests.resource(SubscribeEndpoints.subscribe(channels: list, groups: list))
                == "/v2/subscribe/sub/\(escaped),b/0?tt=0&uuid=me&channel-group=\(escaped),b&\(tail)"
        )
        #expect(
            Requests.resource(SubscribeEndpoints.subscribe(channels: list, groups: list, version: .v1))
                == "/subscribe/sub/\(escaped),b/0/0?uuid=me&channel-group=\(escaped),b&\(tail)"
        )
        #expect(
            Requests.resource(PresenceEndpoints.leave(channels: list, groups: list))
                == "/v2/presence/sub-key/sub/channel/\(escaped),b/leave?uuid=me&channel-group=\(escaped),b&\(tail)"
        )
        #expect(
            Requests.resource(PresenceEndpoints.heartbeat(channels: list, groups: list))
                == "/v2/presence/sub-key/sub/channel/\(escaped),b/heartbeat?uuid=me&channel-group=\(escaped),b&\(tail)"
        )
        #expect(
            Requests.resource(PresenceEndpoints.hereNow(channels: list, groups: list))
                == "/v2/presence/sub-key/sub/channel/\(escaped),b?disable_uuids=0&state=0"
                + "&channel-group=\(escaped),b&\(tail)&uuid=me"
        )
    }

    @Test("A signature covers the query as sent, sorted by name, and is itself escaped")
    func signature() throws {
        let call = Call<Timetoken>(
            route: .time,
            query: [
                .text("channel", "room 1"), .library, .number("timestamp", 1_418_652_694),
                .signature(operation: "audit"), .flag("a", true),
            ]
        ) { _ in .success(.zero) }
        let request = Requests.request(call) { $0.secretKey = "sec-c-demo" }
        let text =
            "sub\npub\naudit\na=1&channel=room%201&pnsdk=PubNub-Swift-Linux%2F3.7.8&timestamp=1418652694"
        let signature = try Self.signature(text, padding: "%3D")
        #expect(request.url.contains("&timestamp=1418652694&signature=\(signature)&a=1"))
    }

    @Test("A deletion of history has a signature of version 2 with a secret key, and none without")
    func signatureOfRequest() throws {
        let call = HistoryEndpoints.deletion(of: "room 1", start: Timetoken(rawValue: 10), end: nil)
        let path = "/v3/history/sub-key/sub/channel/room%201"
        let query = "pnsdk=PubNub-Swift-Linux%2F3.7.8&start=10&timestamp=1418652694&uuid=me"
        let signature = try Self.signature("DELETE\npub\n\(path)\n\(query)\n")
        #expect(
            Requests.resource(call) { $0.secretKey = "sec-c-demo" }
                == path
                + "?start=10&uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8&timestamp=1418652694&signature=v2.\(signature)"
        )
        #expect(Requests.resource(call) == path + "?start=10&uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8")
    }

    @Test("Signs every request if the settings want it, with the time of the request")
    func signsAll() throws {
        let library = "pnsdk=PubNub-Swift-Linux%2F3.7.8"
        let poll = SubscribeEndpoints.subscribe(channels: ["a"])
        let pollPath = "/v2/subscribe/sub/a/0"
        let query = "\(library)&timestamp=1418652694&tt=0&uuid=me"
        #expect(
            Requests.resource(poll, Self.signing)
                == "\(pollPath)?tt=0&uuid=me&\(library)&timestamp=1418652694&signature=v2."
                + (try Self.signature("GET\npub\n\(pollPath)\n\(query)\n"))
        )
        let action = MessageActionEndpoints.add("reaction", "~'", to: Timetoken(rawValue: 5), on: "room 1")
        let actionPath = "/v1/message-actions/sub/channel/room%201/message/5"
        let shared = "uuid=me&auth=k&\(library)"
        let text =
            "POST\npub\n\(actionPath)\nauth=k&\(library)&timestamp=1418652694&uuid=me\n"
            + #"{"type":"reaction","value":"~'"}"#
        let request = Requests.resource(action) { settings in
            Self.signing(&settings)
            settings.authorizationKey = "k"
        }
        #expect(request == "\(actionPath)?\(shared)&timestamp=1418652694&signature=v2.\(try Self.signature(text))")
    }

    @Test("A message in a body has the signature of 2014 with the path as operation")
    func signsPost() throws {
        let call = MessagingEndpoints.publish(payload: Array("1".utf8), channel: "room 1", compressed: true)
        let path = "/publish/pub/sub/0/room%201/0"
        let query = "pnsdk=PubNub-Swift-Linux%2F3.7.8&timestamp=1418652694&uuid=me"
        let signature = try Self.signature("sub\npub\n\(path)\n\(query)", padding: "%3D")
        #expect(
            Requests.resource(call, Self.signing)
                == "\(path)?uuid=me&pnsdk=PubNub-Swift-Linux%2F3.7.8&timestamp=1418652694&signature=\(signature)"
        )
    }

    @Test("Signs no request twice, and neither the time nor, without a secret key, anything")
    func signsOnce() {
        let grant = AccessManagerEndpoints.audit(.application, timestamp: 7)
        #expect(Requests.resource(grant, Self.signing) == Requests.resource(grant) { $0.secretKey = "sec-c-demo" })
        let deletion = HistoryEndpoints.deletion(of: "a", start: nil, end: nil)
        let deleted = Requests.resource(deletion) { $0.secretKey = "sec-c-demo" }
        #expect(Requests.resource(deletion, Self.signing) == deleted)
        #expect(Requests.resource(TimeEndpoints.time(), Self.signing) == Requests.resource(TimeEndpoints.time()))
        let poll = SubscribeEndpoints.subscribe(channels: ["a"])
        #expect(Requests.resource(poll) { $0.signsRequests = true } == Requests.resource(poll))
        #expect(Requests.resource(poll) { $0.secretKey = "sec-c-demo" } == Requests.resource(poll))
    }

    private static func signing(_ settings: inout RequestSettings) {
        settings.secretKey = "sec-c-demo"
        settings.signsRequests = true
    }

    /// The signature of a message with the secret key of these tests. Version 2 has no padding, and that of 2014 has it escaped.
    private static func signature(_ message: String, padding: String = "") throws -> String {
        let digest = try HMAC.sha256(key: Array("sec-c-demo".utf8), message: Array(message.utf8))
        return Base64.encode(digest, urlSafe: true).replacing("=", with: padding)
    }
}
