import Foundation
import PubNub
import PubNubWire

extension PNBaseAppContextObject {
    /// The members of every object, by the names of the service; null for a field that is not set or was not requested.
    var common: [String: JSON] {
        [
            "status": .text(status), "type": .text(type), "custom": custom.map { JSON(any: $0) } ?? .null,
            "updated": .text(updated?.serviceText), "eTag": .text(eTag),
        ]
    }
}

extension PNUUIDMetadata {
    /// The JSON object.
    var report: JSON {
        let own: [String: JSON] = [
            "id": .string(uuid), "name": .text(name), "email": .text(email), "externalId": .text(externalId),
            "profileUrl": .text(profileUrl),
        ]
        return .object(common.merging(own) { _, own in own })
    }
}

extension PNChannelMetadata {
    /// The JSON object.
    var report: JSON {
        let own: [String: JSON] = [
            "id": .string(channel), "name": .text(name), "description": .text(information),
        ]
        return .object(common.merging(own) { _, own in own })
    }
}

extension PNMembership {
    /// The JSON object. A channel without metadata has only its name.
    var report: JSON {
        .object(common.merging(["channel": metadata?.report ?? ["id": .string(channel)]]) { _, own in own })
    }
}

extension PNChannelMember {
    /// The JSON object. A user without metadata has only the identifier.
    var report: JSON {
        .object(common.merging(["uuid": metadata?.report ?? ["id": .string(uuid)]]) { _, own in own })
    }
}

extension Date {
    /// The date in the format of the service: UTC, with up to six fraction digits.
    fileprivate var serviceText: String {
        let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
        let seconds = (microseconds / 1_000_000).rounded(.down)
        let digits = String(Int(microseconds - seconds * 1_000_000) + 1_000_000).dropFirst()
        let fraction = String(digits.reversed().drop { $0 == "0" }.reversed())
        let text = Date(timeIntervalSince1970: seconds).formatted(.iso8601)
        return fraction.isEmpty ? text : "\(text.dropLast()).\(fraction)Z"
    }
}

extension Output {
    /// Prints one object; for people, a line for each member that has a value.
    func object(_ object: JSON) {
        result(object, forPeople: Terminal.columns(Self.rows(of: object)))
    }

    /// Prints a page of objects; for people, a table and the cursor of the next page.
    func page(_ page: PageReport, of family: any ObjectFamily.Type) {
        let rows = page.objects.map { object in
            family.columns.map { column in
                let value = column.path.reduce(object as JSON?) { $0?[$1] }
                return value.map { $0.isNull ? "" : $0.forPeople.printable } ?? ""
            }
        }
        result(page.json, forPeople: Terminal.columns([family.columns.map(\.title)] + rows))
        guard !isJSON else { return }
        let next =
            page.objects.count < page.totalCount ? page.next.map { "; for the next page add --start \($0)" } : nil
        note("\(page.objects.count) of \(page.totalCount)\(next ?? "")")
    }

    private static func rows(of object: JSON) -> [[String]] {
        let members = object.object ?? [:]
        // Identifier and name come first.
        let order = ["id": 0, "channel": 0, "uuid": 0, "name": 1]
        let names = members.keys.sorted { (order[$0] ?? 2, $0) < (order[$1] ?? 2, $1) }
        return names.flatMap { name -> [[String]] in
            guard let value = members[name], !value.isNull else { return [] }
            guard value["id"] != nil else { return [[name, value.forPeople.printable]] }
            return rows(of: value).map { ["\(name).\($0[0])", $0[1]] }
        }
    }
}
