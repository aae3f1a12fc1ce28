import Foundation
import Testing

@testable import PubNub

/// Any input of an application is an error or a request, and never ends the process.
@Suite("Bad input at the public calls")
struct BadInputTests {
    /// Invalid names of channels, identifiers or keys.
    static let texts: [String] = [
        "", " ", "\u{0}", "\n\r\t\u{7F}", ",", ",,", "/", ":", "a:b:c", "*", "a.*.b", "-pnpres", "%", "%2", "%zz",
        "?#&=+",
        "\u{FEFF}", "\u{202E}", "e\u{301}", "🏳️‍🌈", "\"}],[{", "\\u0000", String(repeating: "x", count: 1 << 20),
        String(repeating: "🌍", count: 30), loneSurrogate,
    ]

    /// Text that a C string or an NSString can hold, and a Swift string cannot.
    static let loneSurrogate = String(utf16CodeUnits: [0x61, 0xD800, 0x62, 0xDC00], count: 4)

    struct Odd: @unchecked Sendable, CustomTestStringConvertible {
        let name: String
        let value: Any
        var testDescription: String { name }
    }

    static let values: [Odd] = [
        Odd(name: "NaN", value: Double.nan), Odd(name: "infinity", value: [Double.infinity]),
        Odd(name: "date", value: Date()), Odd(name: "data", value: ["k": Data([1])]),
        Odd(name: "closure", value: { 1 }), Odd(name: "type", value: Int.self),
        Odd(name: "keys that are numbers", value: [1: 2]),
        Odd(name: "NSNull as key", value: [NSNull(): 1] as NSDictionary),
        Odd(name: "deep array", value: nested(10_000) { [$0] }),
        Odd(name: "deep dictionary", value: nested(10_000) { ["k": $0] }),
        Odd(name: "huge array", value: Array(repeating: 1, count: 200_000)),
        Odd(name: "a megabyte", value: String(repeating: "x", count: 1 << 20)),
        Odd(name: "lone surrogates", value: loneSurrogate),
        Odd(name: "lone surrogates as key", value: [loneSurrogate: 1]),
        Odd(name: "NSString of lone surrogates", value: loneNSString),
        Odd(name: "control characters", value: "\u{0}\u{1F}"),
        Odd(name: "optional in optional", value: Optional<Int?>.some(nil) as Any), Odd(name: "set", value: Set([1])),
        Odd(name: "decimal", value: Decimal.nan), Odd(name: "url", value: URL(fileURLWithPath: "/")),
    ]

    private static func nested(_ depth: Int, _ wrap: (Any) -> Any) -> Any {
        (0..<depth).reduce(1 as Any) { value, _ in wrap(value) }
    }

    private static var loneNSString: NSString {
        let units: [unichar] = [0x61, 0xD800, 0x62]
        return units.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { NSString(characters: $0, length: buffer.count) } ?? ""
        }
    }

    private let scripted = ScriptedClient()
    private var client: PubNub { scripted.client }

    init() {
        client.connect()
        scripted.reply("/time", "[17000000000000000]")
    }

    @Test("A message of any kind is sent, or is an error", arguments: values)
    func messages(odd: Odd) {
        let channel = PNChannel.channel(withName: "a")
        var states: [PNMessageState] = []
        client.sendMessage(odd.value, to: channel) { state, _ in states.append(state) }
        client.publish(odd.value, toChannel: "a", mobilePushPayload: ["aps": odd.value]) { _ in }
        client.signal(odd.value, channel: "a") { _ in }
        client.sizeOfMessage(odd.value, toChannel: "a") { _ in }
        client.updateClientState("me", state: ["k": odd.value], forObject: channel) { _, _ in }
        client.subscribe(on: [channel], withClientState: ["k": odd.value])
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.custom = ["k": odd.value]
        client.setUUIDMetadataWith(request) { _ in }
        scripted.settle()
        #expect(states.count == 1)
    }

    @Test("A name of any kind is used, or is an error", arguments: texts)
    func names(text: String) {
        let channel = PNChannel.separate(named: text, observesPresence: true)
        let group = PNChannelGroup(name: text, inNamespace: text)
        var ends = 0
        client.sendMessage("m", to: channel) { state, _ in ends += state == .sending ? 0 : 1 }
        client.subscribe(on: [channel, group]) { _, _, _ in ends += 1 }
        client.unsubscribe(from: [channel, group]) { _, _ in ends += 1 }
        client.requestHistory(for: channel, from: nil) { _, _, _, _, _ in ends += 1 }
        client.requestParticipantsList(for: [channel, group]) { _, _, _ in ends += 1 }
        client.requestParticipantChannelsList(text) { _, _, _ in ends += 1 }
        client.requestClientState(text, forObject: channel) { _, _ in ends += 1 }
        client.addChannels([channel], to: group) { _, _, _ in ends += 1 }
        client.requestChannels(for: group) { _, _ in ends += 1 }
        client.enablePushNotifications(on: channel, withDevicePushToken: Data(text.utf8), type: .fcm) { _, _ in
            ends += 1
        }
        client.changeAccessRights(forClients: [text], object: channel, to: .readAccessRight, onPeriod: .max) { _, _ in
            ends += 1
        }
        client.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: text)) { _, _ in ends += 1 }
        client.channelMetadata(with: PNFetchChannelMetadataRequest(channel: text)) { _, _ in ends += 1 }
        client.fetchHistory(with: PNHistoryFetchRequest(channels: [text, text])) { _, _ in ends += 1 }
        client.fetchMessagesCount(
            with: PNHistoryMessagesCountRequest(channels: [text, text], timetokens: [1])
        ) { _, _ in ends += 1 }
        client.deleteMessages(with: PNHistoryMessagesDeleteRequest(channel: text)) { _ in ends += 1 }
        client.setClientIdentifier(text)
        client.clearOutbox(channel: channel)
        _ = client.isSubscribed(on: channel)
        // Ends all calls: each request receives an empty object.
        for _ in 0..<200 where scripted.reply("/", status: 404, "{}") == nil { break }
        client.disconnect()
        scripted.settle()
        #expect(ends == 16)
    }

    @Test("Encrypts and decrypts strings with keys of any kind", arguments: texts)
    func cryptography(text: String) {
        let configuration = PNConfiguration.scripted()
        configuration.cipherKey = text
        let scripted = ScriptedClient(configuration)
        let encrypted = scripted.client.aesEncrypt(text)
        _ = scripted.client.aesDecrypt(text)
        if let encrypted, !text.isEmpty { #expect(scripted.client.aesDecrypt(encrypted) as? String == text) }
        scripted.settle()
        #expect(scripted.client.clientIdentifier() == "me")
    }
}
