import Foundation

@testable import PubNubWire

/// A second, plain decoder of responses, written from the description of the protocol with Foundation's JSON.
enum Reference {
    /// The array or object in a body, without its JSONP wrapper; nil if there is neither.
    static func json(_ body: String) -> Any? {
        var text = body.trimmingCharacters(in: .whitespacesAndNewlines)
        if let open = text.range(of: #"^[^\[{"(]+\((?=[\[{])"#, options: .regularExpression),
            let close = text.lastIndex(of: ")")
        {
            text = String(text[open.upperBound..<close])
        }
        let value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
        return value is [Any] || value is [String: Any] ? value : nil
    }

    /// The error code of a response; nil if its envelope reports success.
    static func failureCode(status: Int, body: String) -> Int? {
        guard let json = json(body) else { return tellingStatuses[status] ?? (status < 500 ? 143 : -1) }
        if let object = json as? [String: Any] { return failureCode(status: status, object: object) }
        let text = (json as? [Any]).flatMap(errorText)
        if text == nil, status < 400 { return nil }
        return text.map(code) ?? code(status: status)
    }

    private static func failureCode(status: Int, object: [String: Any]) -> Int? {
        let own = object["status"] as? Int
        let error = object["error"]
        let isFlagged = (error as? Bool ?? false) || error is String || error is [String: Any]
        let texts = [
            error as? String, (error as? [String: Any])?["message"] as? String, object["message"] as? String,
            object["error_message"] as? String,
        ]
        let text = texts.compactMap { $0 }.first { !$0.isEmpty }
        let isStated = own.map { $0 / 100 != 2 } ?? false
        let isFailure = status >= 400 || isFlagged || isStated && (text != nil || (own ?? 0) >= 400)
        guard isFailure else { return nil }
        if let text, isFlagged || isStated || own == nil { return code(text) }
        return code(status: isStated ? own ?? status : status)
    }

    private static func errorText(_ array: [Any]) -> String? {
        guard array.count > 1 else { return nil }
        if array[0] as? Int == 0 { return array[1] as? String }
        guard array.count == 3, array[1] as? Int == 0, array[2] as? Int == 0 else { return nil }
        return (array[0] as? [Any])?.last as? String
    }

    private static let tellingStatuses = [401: 121, 402: 123, 403: 122, 413: 114, 429: 141]

    private static func code(status: Int) -> Int {
        tellingStatuses[status] ?? (status < 400 || status >= 500 ? -1 : 121)
    }

    /// Rows of the table of messages: the words of the first column, then the words for each code.
    private static let rows: [(family: [String], members: [(words: [String], code: Int)])] = [
        (["presence"], [([], 111)]),
        (
            ["invalid"],
            [
                (["json"], 112), (["character", "namespace"], 116), (["character", "channel group"], 115),
                (["character", "channel"], 117), (["key"], 113),
            ]
        ),
        (["message"], [(["too large"], 114)]),
        (
            ["missing", "channel group", "channel registry"],
            [(["size exceeded"], 119), (["not enabled"], 120), (["empty"], 118), (["channel"], 118)]
        ),
        (["push"], [(["not enabled"], 137)]),
        (["forbidden"], [([], 122)]),
        (["storage"], [(["not enabled"], 140)]),
        (["signature"], [(["not match"], 138)]),
        (["api"], [(["rate limited"], 141)]),
    ]

    private static func code(_ text: String) -> Int {
        let text = text.lowercased()
        for row in rows where row.family.contains(where: text.contains) {
            return row.members.first { $0.words.allSatisfy(text.contains) }?.code ?? -1
        }
        return -1
    }
}
