/// The strings that requests are signed with.
///
/// Query items are given escaped, exactly as they are sent and without `signature`. The functions sort them by name;
/// items with equal names stay in their order.
package enum StringToSign {
    /// The scheme of 2014: keys, operation and query on four lines.
    ///
    /// `operation` is `grant` or `audit`, or the path for a signed publish.
    package static func legacy(
        subscribeKey: String,
        publishKey: String,
        operation: String,
        query: [(String, String)]
    ) -> String {
        "\(subscribeKey)\n\(publishKey)\n\(operation)\n\(canonical(query))"
    }

    /// Signature version 2: method, key, path, query and body on five lines, the last of which may be empty. They are bytes, as a body need
    /// not be UTF-8.
    package static func v2(
        method: String,
        publishKey: String,
        path: String,
        query: [(String, String)],
        body: [UInt8] = []
    ) -> [UInt8] {
        Array("\(method)\n\(publishKey)\n\(path)\n\(canonical(query))\n".utf8) + body
    }

    /// The items of a query as they are written, without the signature.
    package static func items(of query: Substring) -> [(String, String)] {
        query.split(at: "&").compactMap { item in
            let (name, value) = item.cut(at: "=")
            return name == "signature" ? nil : (String(name), String(value ?? ""))
        }
    }

    private static func canonical(_ query: [(String, String)]) -> String {
        query.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map { "\($0.element.0)=\($0.element.1)" }
            .joined(separator: "&")
    }
}
