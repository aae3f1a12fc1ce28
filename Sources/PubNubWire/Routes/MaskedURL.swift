/// The URL of a request as a log may show it, with a mask in place of each value that its route does not allow.
package struct MaskedURL: Sendable, Hashable {
    /// Stands in place of a hidden value.
    package static let mask = "***"

    /// The URL with masks.
    package private(set) var text = ""
    /// The hidden values as they stand in the URL, still escaped.
    package private(set) var hidden: [Substring] = []

    /// Masks a URL.
    ///
    /// - Parameters:
    ///   - url: An absolute URL, or its path and query.
    ///   - row: The route's row of the table. Pass `nil` if it is not known. Then, and if the path is not the route's,
    ///     only the origin is shown.
    ///   - names: Placeholders of the path that are masked although the row allows them.
    package init(_ url: String, of row: RouteRow?, masking names: Set<String> = []) {
        let (location, query) = url.cut(at: "?")
        let parts = location.split(at: "/", keepsEmpty: true)
        // An absolute URL has the parts `https:`, an empty one and the host; others have an empty one before the path.
        let isAbsolute = parts.count >= 3 && parts[0].utf8.last == UInt8(ascii: ":") && parts[1].isEmpty
        let origin = parts.prefix(isAbsolute ? 3 : 1)
        text = origin.map { shown(origin: $0) }.joined(separator: "/")
        let segments = Array(parts.dropFirst(origin.count))
        let path = Substring("/" + segments.joined(separator: "/"))
        guard let row, let template = ([row.template] + row.aliases).first(where: { $0.match(path) != nil }) else {
            if !segments.isEmpty { text += "/" + masked(segments) }
            if let query { text += "?" + masked([query]) }
            return
        }
        mask(segments, template, shown: row.logged.path.subtracting(names))
        if let query {
            text +=
                "?" + query.split(at: "&", keepsEmpty: true).map { shown(item: $0, row.logged) }.joined(separator: "&")
        }
    }

    private mutating func mask(_ segments: [Substring], _ template: RouteTemplate, shown: Set<String>) {
        for (index, segment) in template.segments.enumerated() {
            let isLast = index == template.segments.count - 1
            // The last placeholder takes the rest of the path.
            let values = isLast ? segments[index...] : segments[index...index]
            text += "/"
            switch segment {
            case .literal: text += values.joined(separator: "/")
            case .placeholder(let name):
                text += shown.contains(name) ? values.joined(separator: "/") : masked(Array(values))
            }
        }
    }

    /// Credentials in front of a host are hidden.
    private mutating func shown(origin part: Substring) -> String {
        guard let host = part.split(at: "@", keepsEmpty: true).last, host.utf8.count < part.utf8.count else {
            return String(part)
        }
        return masked([Substring(part.utf8.dropLast(host.utf8.count + 1))]) + "@" + host
    }

    private mutating func shown(item: Substring, _ logged: LoggableParts) -> String {
        let (name, value) = item.cut(at: "=")
        guard let value else { return logged.query.contains(String(name)) ? String(item) : masked([item]) }
        return "\(name)=" + (logged.query.contains(String(name)) ? String(value) : masked([value]))
    }

    private mutating func masked(_ values: [Substring]) -> String {
        if let first = values.first, let last = values.last {
            hidden.append(first.base[first.startIndex..<last.endIndex])
        }
        return Self.mask
    }
}
