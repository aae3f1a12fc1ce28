import Foundation

@testable import PubNub
@testable import PubNubWire

extension Reference {
    /// A page of a long poll.
    struct Page: Equatable {
        let timetoken: UInt64
        let region: Int?
        let messages: [Message]
    }

    /// One message or event.
    struct Message: Equatable {
        let kind: Int
        let channel: String
        let isPresence: Bool
        let subscription: String?
        let payload: JSON
        let timetoken: UInt64?
        let region: Int?
        let publisher: String?
        let metadata: JSON?
        let customType: String?
    }

    /// The page in a response of either version.
    static func page(_ json: Any, only: String?) -> Page? {
        if let object = json as? [String: Any] { return page(object) }
        return (json as? [Any]).flatMap { page($0, only: only) }
    }

    private static func page(_ object: [String: Any]) -> Page? {
        guard let token = object["t"] as? [String: Any], let time = timetoken(token["t"]) else { return nil }
        guard object["m"] is NSNull? || object["m"] is [Any] else { return nil }
        let items = object["m"] as? [Any] ?? []
        return Page(timetoken: time, region: token["r"] as? Int, messages: items.compactMap(message))
    }

    private static func message(_ item: Any) -> Message? {
        guard let fields = item as? [String: Any], let name = fields["c"] as? String, let payload = fields["d"] else {
            return nil
        }
        let kind = fields["e"] as? Int ?? 0
        guard (0...4).contains(kind) else { return nil }
        let published = fields["p"] as? [String: Any]
        let channel = plain(name)
        let matched = (fields["b"] as? String).map(plain)
        return Message(
            kind: kind,
            channel: channel,
            isPresence: channel != name,
            subscription: matched == channel ? nil : matched,
            payload: value(payload),
            timetoken: timetoken(published?["t"]),
            region: published?["r"] as? Int,
            publisher: fields["i"] as? String,
            metadata: fields["u"].map(value),
            customType: fields["cmt"] as? String
        )
    }

    private static func page(_ array: [Any], only: String?) -> Page? {
        guard array.count >= 2, let messages = array[0] as? [Any], let time = timetoken(array[1]) else { return nil }
        let texts = array.dropFirst(2).prefix(2).map { $0 as? String }
        guard !texts.contains(nil) else { return nil }
        let lists = texts.compactMap { $0?.components(separatedBy: ",") }
        let names = lists.last ?? []
        let matches = lists.count > 1 ? lists[0] : []
        let read = messages.enumerated().compactMap { index, payload -> Message? in
            guard let name = index < names.count ? names[index] : only, !name.isEmpty else { return nil }
            let matched = index < matches.count ? plain(matches[index]) : nil
            return Message(
                kind: 0,
                channel: plain(name),
                isPresence: plain(name) != name,
                subscription: matched == plain(name) ? nil : matched,
                payload: value(payload),
                timetoken: nil,
                region: nil,
                publisher: nil,
                metadata: nil,
                customType: nil
            )
        }
        return Page(timetoken: time, region: nil, messages: read)
    }

    private static func plain(_ name: String) -> String {
        name.hasSuffix("-pnpres") ? String(name.dropLast("-pnpres".count)) : name
    }
}

extension Reference.Page {
    init(_ page: SubscribePage) {
        timetoken = page.cursor.timetoken.rawValue
        region = page.cursor.region
        messages = page.envelopes.map { envelope in
            Reference.Message(
                kind: envelope.kind.rawValue,
                channel: envelope.channel,
                isPresence: envelope.isPresence,
                subscription: envelope.subscription,
                payload: Reference.coarse(envelope.payload.value()),
                timetoken: envelope.timetoken?.rawValue,
                region: envelope.region,
                publisher: envelope.publisher,
                metadata: envelope.metadata.map { Reference.coarse($0.value()) },
                customType: envelope.customType
            )
        }
    }
}
