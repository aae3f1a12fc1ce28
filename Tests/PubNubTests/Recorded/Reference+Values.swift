import Foundation

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

extension Reference {
    /// A stored message.
    struct Stored: Equatable {
        let message: JSON
        let timetoken: UInt64?
    }

    /// A page of history.
    struct History: Equatable {
        let items: [Stored]
        let start: UInt64
        let end: UInt64
    }

    /// One channel of a presence response: its occupancy, and its clients' names and states in order.
    struct Presence: Equatable {
        let occupancy: Int
        let names: [String]
        let states: [JSON?]
    }

    /// A value of Foundation as this project's type.
    static func value(_ value: Any) -> JSON {
        switch value {
        case let text as String: return .string(text)
        case let elements as [Any]: return .array(elements.map(self.value))
        case let members as [String: Any]: return .object(members.mapValues(self.value))
        case let number as NSNumber:
            switch String(cString: number.objCType) {
            case "c", "B": return .bool(number.boolValue)
            case "d", "f": return coarse(.double(number.doubleValue))
            case "Q" where number.uint64Value > UInt64(Int64.max): return .unsigned(number.uint64Value)
            default: return .integer(number.int64Value)
            }
        default: return .null
        }
    }

    /// The same value with fractions of 14 digits: Foundation on Linux reads further digits inexactly.
    static func coarse(_ value: JSON) -> JSON {
        switch value {
        case .double(let number): .string(String(format: "%.14g", number))
        case .array(let elements): .array(elements.map(coarse))
        case .object(let members): .object(members.mapValues(coarse))
        case .null, .bool, .integer, .unsigned, .decimal, .string: value
        }
    }

    /// A timetoken as a number or digits.
    static func timetoken(_ value: Any?) -> UInt64? {
        if let text = value as? String { return UInt64(text) }
        return (value as? NSNumber)?.uint64Value
    }

    /// The page in `[[…], oldest, newest]`.
    static func history(_ json: Any, tokens: Bool) -> History? {
        guard let array = json as? [Any], array.count == 3, let messages = array[0] as? [Any],
            let start = timetoken(array[1]), let end = timetoken(array[2])
        else { return nil }
        let items = messages.map { item -> Stored in
            if tokens, let wrapper = item as? [String: Any], let message = wrapper["message"],
                let time = timetoken(wrapper["timetoken"])
            {
                return Stored(message: value(message), timetoken: time)
            }
            return Stored(message: value(item), timetoken: nil)
        }
        return History(items: items, start: start, end: end)
    }

    /// The clients by channel, from both forms of the response.
    static func hereNow(_ json: Any, channels: [String], groups: [String]) -> [String: Presence]? {
        guard let object = json as? [String: Any] else { return nil }
        if let payload = object["payload"] as? [String: Any] {
            return (payload["channels"] as? [String: [String: Any]])?.compactMapValues(presence)
        }
        guard groups.isEmpty, Set(channels).count == 1, let presence = presence(object) else { return nil }
        return [channels[0]: presence]
    }

    private static func presence(_ fields: [String: Any]) -> Presence? {
        let clients = fields["uuids"] as? [Any]
        guard clients != nil || fields["occupancy"] != nil else { return nil }
        let named = clients ?? []
        return Presence(
            occupancy: max(named.count, fields["occupancy"] as? Int ?? 0),
            names: named.compactMap { $0 as? String ?? ($0 as? [String: Any])?["uuid"] as? String },
            states: named.map { ($0 as? [String: Any])?["state"].map(value) }
        )
    }
}

extension Reference.History {
    init(_ page: HistoryPage) {
        items = page.items.map {
            Reference.Stored(message: Reference.coarse($0.message.value()), timetoken: $0.timetoken?.rawValue)
        }
        start = page.start.rawValue
        end = page.end.rawValue
    }
}

extension Reference.Presence {
    init(_ channel: HereNowPage.Channel) {
        occupancy = channel.occupancy
        names = channel.participants.map(\.identifier)
        states = channel.participants.map { $0.state.map(Reference.coarse) }
    }
}
