import PubNubWire

/// A form of several parts (RFC 7578) whose last part is the file.
struct MultipartForm {
    private static let maxFields = 32
    private static let maxFieldBytes = 8192
    private static let maxHeaderBytes = 4096

    /// The fields before the file, by name. Of several with one name the first counts.
    private(set) var fields: [String: String] = [:]
    /// Where the bytes of the file are in the body.
    let file: Range<Int>

    /// Reads a body; nil if it is not such a form.
    init?(_ body: [UInt8], contentType: String) {
        guard let boundary = Self.boundary(in: contentType) else { return nil }
        let found = body.withUnsafeBytes { Self.parts($0, boundary: Array("--\(boundary)".utf8)) }
        guard let parts = found, let last = parts.last, parts.count <= Self.maxFields + 1 else { return nil }
        for part in parts.dropLast() {
            guard part.name != "file", part.content.count <= Self.maxFieldBytes,
                let value = String(validating: body[part.content], as: UTF8.self)
            else { return nil }
            if fields[part.name] == nil { fields[part.name] = value }
        }
        guard last.name == "file" else { return nil }
        file = last.content
    }

    private struct Part {
        let name: String
        let content: Range<Int>
    }

    /// The boundary that a media type names, with or without quotes.
    private static func boundary(in contentType: String) -> String? {
        let type = contentType.split(separator: ";").first
        guard type?.lowercased().filter({ $0 != " " }) == "multipart/form-data",
            let boundary = parameter("boundary", of: contentType[...]), (1...200).contains(boundary.utf8.count)
        else { return nil }
        return boundary
    }

    /// The first parameter with a name in the value of a header, with or without quotes; nil if it has none.
    private static func parameter(_ name: String, of value: Substring) -> String? {
        for parameter in value.split(separator: ";").dropFirst() {
            let (found, text) = parameter.cut(at: "=")
            if found.lowercased().filter({ $0 != " " }) == name, let text { return String(text).withoutQuotes }
        }
        return nil
    }

    /// The parts between the boundaries; nil if they are malformed.
    private static func parts(_ body: UnsafeRawBufferPointer, boundary: [UInt8]) -> [Part]? {
        var parts: [Part] = []
        // Bytes before the first boundary and behind the last one have no effect.
        guard var end = firstBoundary(in: body, boundary) else { return nil }
        while true {
            if isAt(end, of: body, Array("--".utf8)) { return parts }
            guard parts.count <= maxFields, let line = endOfLine(in: body, from: end),
                let part = part(in: body, from: line, boundary)
            else { return nil }
            parts.append(part)
            end = part.content.upperBound + 2 + boundary.count
        }
    }

    /// The position behind the first boundary.
    private static func firstBoundary(in body: UnsafeRawBufferPointer, _ boundary: [UInt8]) -> Int? {
        if isAt(0, of: body, boundary) { return boundary.count }
        return next(boundary, in: body, from: 0).map { $0 + 2 + boundary.count }
    }

    /// The position behind the rest of the line of a boundary, which may have white space.
    private static func endOfLine(in body: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var position = start
        while position < body.count, body[position] == UInt8(ascii: " ") || body[position] == UInt8(ascii: "\t") {
            position += 1
        }
        return isAt(position, of: body, [0x0D, 0x0A]) ? position + 2 : nil
    }

    private static func part(in body: UnsafeRawBufferPointer, from start: Int, _ boundary: [UInt8]) -> Part? {
        var position = start
        var name: String?
        while true {
            guard let end = body.position(of: 0x0D, from: position), end - start <= maxHeaderBytes,
                isAt(end, of: body, [0x0D, 0x0A])
            else { return nil }
            guard end > position else { break }
            let line = String(decoding: body[position..<end], as: UTF8.self)
            if let found = fieldName(in: line) { name = found }
            position = end + 2
        }
        guard let name, let end = next(boundary, in: body, from: position) else { return nil }
        return Part(name: name, content: (position + 2)..<max(position + 2, end))
    }

    /// The name in a header `Content-Disposition`; nil in any other header.
    private static func fieldName(in line: String) -> String? {
        let (header, value) = line.cut(at: ":")
        guard header.lowercased() == "content-disposition", let value else { return nil }
        return parameter("name", of: value)
    }

    /// The position of the line end before the next boundary.
    private static func next(_ boundary: [UInt8], in body: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var position = start
        while let found = body.position(of: 0x0D, from: position) {
            if isAt(found + 1, of: body, [0x0A]), isAt(found + 2, of: body, boundary) { return found }
            position = found + 1
        }
        return nil
    }

    private static func isAt(_ position: Int, of body: UnsafeRawBufferPointer, _ bytes: [UInt8]) -> Bool {
        guard position + bytes.count <= body.count else { return false }
        for (offset, byte) in bytes.enumerated() where body[position + offset] != byte { return false }
        return true
    }
}

extension String {
    /// The text without the quotes around it, if it has both.
    fileprivate var withoutQuotes: String {
        let isQuoted = utf8.count >= 2 && hasPrefix("\"") && hasSuffix("\"")
        return isQuoted ? String(dropFirst().dropLast()) : self
    }
}
