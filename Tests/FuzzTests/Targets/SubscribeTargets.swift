import Foundation
import PubNubCodec
import PubNubMachines

@testable import PubNub
@testable import PubNubCore
import PubNubWire

/// Pages of the long poll, in both forms.
enum SubscribeTargets {
    static let all = [
        FuzzTarget(name: "subscribe", dictionary: "json", check: page),
        FuzzTarget(name: "subscribe-v2-neighbours", dictionary: "json", check: neighboursV2),
        FuzzTarget(name: "subscribe-v1-neighbours", dictionary: "json", check: neighboursV1),
    ]

    /// A page is read or refused with a documented code, and all of its content can be delivered.
    private static func page(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let status = input.choice(ReplyTargets.statuses)
        let call = SubscribeEndpoints.subscribe(channels: input.choice([["a"], ["a", "b-pnpres"]]))
        let cryptor = input.choice([nil] + CipherTargets.ciphers)
        let response = TransportResponse(status: status, body: input.bytes)
        let result = call.decode(response)
        try ReplyTargets.checkResult(result, again: call.decode(response), status: status)
        guard case .success(let page) = result else { return }
        for envelope in page.envelopes {
            try require(!envelope.channel.isEmpty, "a message has a channel")
            try require(RawJSON.isValid(envelope.payload.bytes), "a payload is JSON")
            try require(envelope.metadata.map { RawJSON.isValid($0.bytes) } ?? true, "metadata is JSON")
            try require(envelope.subscription != envelope.channel, "only another name than the channel's is named")
            try handOver(envelope, with: cryptor)
        }
    }

    /// Exactly the object for the event's type exists.
    private static func handOver(_ event: PNObjectEventData?) throws {
        guard let event else { return }
        let objects: [(String, (any PNBaseAppContextObject)?)] = [
            ("uuid", event.uuidMetadata), ("channel", event.channelMetadata), ("membership", event.membership),
        ]
        for (type, object) in objects {
            try require((type == event.type) == (object != nil), "an event has the object of its type")
            if let object { try ReplyTargets.read(object) }
        }
        _ = (event.timestamp, PNObjectEventResult(data: event).description)
    }

    private static func handOver(_ envelope: Envelope, with cryptor: MessageCipher?) throws {
        let channel = PNChannel.channel(withName: envelope.channel)
        let date = envelope.timetoken ?? .zero
        if envelope.isPresence, let payload = PresencePayload(envelope.payload.value()) {
            channel.update(with: payload)
            let event = PNPresenceEvent(payload: payload, channel: channel, group: nil, timetoken: date)
            _ = (event.date.description, event.description, channel.participantsCount)
            return
        }
        if envelope.kind == .object { try handOver(PNObjectEventData(envelope, at: date)) }
        if envelope.kind == .signal {
            let signal = PNSignalEventData(envelope, at: date)
            _ = (signal.message, signal.timetoken, PNSignalResult(data: signal).description)
        }
        if envelope.kind == .action, let event = PNMessageActionEventData(envelope, at: date) {
            _ = (event.action.messageTimetoken, event.timetoken, PNMessageActionResult(data: event).description)
        }
        let decrypted = MessageDecryptor.decrypt(envelope.payload, with: cryptor)
        try require(RawJSON.isValid(decrypted.payload.bytes), "what the app gets is JSON")
        let native = try JSONBridge.value(JSONBridge.any(decrypted.payload))
        try require(JSONTargets.isSame(native, decrypted.payload.value()), "the app gets what was sent")
    }

    /// Items of any kind never affect other messages: a page holds the same messages as its items one by one.
    private static func neighboursV2(_ bytes: [UInt8]) throws {
        let good = Array(#"{"c":"good","d":[1],"p":{"t":"18","r":1}}"#.utf8)
        let items = FuzzInput(bytes).lines.filter(RawJSON.isValid).map(Array.init)
        let expected = try envelopes([good])
        try require(expected.count == 1, "a valid message is delivered")
        let single = try items.flatMap { try envelopes([$0]) + expected }
        let together = try envelopes([good] + items.flatMap { [$0, good] })
        try require(together == expected + single, "no valid message is lost, and the order is kept")
    }

    private static func envelopes(_ items: [[UInt8]]) throws -> [Envelope] {
        let list = Array(items.joined(separator: [UInt8(ascii: ",")]))
        let body = Array(#"{"t":{"t":"17","r":4},"m":["#.utf8) + list + Array("]}".utf8)
        let call = SubscribeEndpoints.subscribe(channels: ["a", "b"])
        let result = call.decode(TransportResponse(status: 200, body: body))
        let page = try require(try? result.get(), "a page of valid JSON is read")
        try require(page.cursor == Cursor(timetoken: Timetoken(rawValue: 17), region: 4), "the page's time is kept")
        return page.envelopes
    }

    /// In version 1 every item is a message, of any JSON type.
    private static func neighboursV1(_ bytes: [UInt8]) throws {
        let items = FuzzInput(bytes).lines.filter(RawJSON.isValid).map(Array.init)
        let names = items.indices.map { "c\($0)" }
        let messages = items.joined(separator: [UInt8(ascii: ",")])
        let body = Array("[[".utf8) + messages + Array("],\"17\",\"\(names.joined(separator: ","))\"]".utf8)
        let call = SubscribeEndpoints.subscribe(channels: ["c0", "c1"], version: .v1)
        let page = try require(try? call.decode(TransportResponse(status: 200, body: body)).get(), "a page is read")
        try require(page.envelopes.map(\.channel) == names, "every message has its channel")
        let payloads = try items.map { try RawJSON(validating: $0) }
        try require(page.envelopes.map(\.payload) == payloads, "every message is as it was sent")
    }
}
