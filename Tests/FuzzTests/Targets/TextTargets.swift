import PubNubWire

/// Parts of the protocol that are not JSON.
enum TextTargets {
    static let all = [
        FuzzTarget(name: "timetoken", longest: 64, check: timetoken),
        FuzzTarget(name: "percent-encoding", longest: 512, check: percent),
        FuzzTarget(name: "string-to-sign", dictionary: "http", longest: 512, check: stringToSign),
    ]

    private static func timetoken(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let timetoken = Timetoken(text) else {
            return try require(Timetoken(JSON.string(text)) == nil, "both readings refuse the same texts")
        }
        let digits = text.drop { $0 == "0" }
        try require(timetoken.description == (digits.isEmpty ? "0" : String(digits)), "no digit is lost")
        try require(Timetoken(timetoken.description) == timetoken, "what was written can be read")
        try require(Timetoken(JSON.string(text)) == timetoken, "a string of digits is a timetoken")
        let number = try JSON(parsing: timetoken.description)
        try require(Timetoken(number) == timetoken, "a number is a timetoken")
    }

    private static func percent(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        let escaped = PercentEncoding.escape(text)
        try require(escaped == PercentEncoding.escape(Array(text.utf8)), "texts and their bytes are escaped alike")
        try require(escaped.utf8.allSatisfy(isPlain), "nothing that means something in a URL is left")
        let plain = try require(PercentEncoding.unescape(escaped), "what was escaped can be read")
        try require(Array(plain.utf8) == Array(text.utf8), "escaping keeps every byte")
        if let read = PercentEncoding.unescape(text) {
            try require(read.utf8.count <= text.utf8.count, "a text does not grow")
            let again = PercentEncoding.unescape(PercentEncoding.escape(read))
            try require(again.map { Array($0.utf8) } == Array(read.utf8), "what was read can be escaped again")
        }
        let names = text.split(separator: ",").map(String.init)
        let list = PercentEncoding.escapeList(names).split(separator: ",").map { PercentEncoding.unescape($0) }
        try require(list == names.map(Optional.some), "a list keeps its names")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "A"..."Z", "a"..."z", "0"..."9", "-", "_", ".", "%": true
        default: false
        }
    }

    /// Both sides of a signature sort the items in the same way, independent of the order in which they are sent.
    private static func stringToSign(_ bytes: [UInt8]) throws {
        var names: Set<[UInt8]> = []
        let text = String(decoding: bytes, as: UTF8.self)
        let query = text.split(separator: "&").compactMap { item -> (String, String)? in
            let name = item.prefix { $0 != "=" }
            // Of two spellings of a name that are equal strings, only the first is used.
            guard names.insert(Array(name.utf8)).inserted else { return nil }
            return (String(name), String(item.dropFirst(name.count + 1)))
        }
        guard Set(query.map(\.0)).count == query.count else { return }
        func legacy(_ query: [(String, String)]) -> String {
            StringToSign.legacy(subscribeKey: "sub", publishKey: "pub", operation: "grant", query: query)
        }
        let signed = StringToSign.v2(method: "GET", publishKey: "pub", path: "/a", query: query, body: bytes)
        try require(legacy(query) == legacy(query.reversed()), "the order of the query does not matter")
        try require(legacy(query).hasPrefix("sub\npub\ngrant\n"), "keys and operation come first")
        try require(signed.starts(with: "GET\npub\n/a\n".utf8), "method, key and path come first")
        try require(signed.suffix(bytes.count + 1).elementsEqual(Array("\n".utf8) + bytes), "the body comes last")
        let isComplete = query.allSatisfy { signed.firstRange(of: Array("\($0.0)=\($0.1)".utf8)) != nil }
        try require(isComplete, "every item is signed")
    }
}
