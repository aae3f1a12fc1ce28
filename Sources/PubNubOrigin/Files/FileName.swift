import PubNubWire

/// The names that files have.
enum FileName {
    private static let joiners: ClosedRange<Unicode.Scalar> = "\u{200C}"..."\u{200D}"

    /// Removes from a name what has a meaning in paths and headers, or hides what the name is: `/`, `\`, control characters, marks that change the
    /// direction of text, other characters without a width, and dots at the start. Joiners within the name stay, as emoji and some scripts need them.
    ///
    /// - Parameters:
    ///   - name: The name that a client asks for.
    ///   - bytes: The most bytes. A longer name is cut in front of its extension.
    /// - Returns: The rest of the name; `file` if nothing is left.
    static func sanitized(_ name: String, bytes: Int) -> String {
        var kept = ""
        for scalar in name.unicodeScalars {
            guard isAllowed(scalar), !(kept.isEmpty && (scalar == "." || joiners ~= scalar)) else { continue }
            kept.unicodeScalars.append(scalar)
        }
        let cut = cut(kept, bytes: bytes)
        return cut.isEmpty ? "file" : cut
    }

    /// The name with so many bytes at most: its start, and its extension unless that is long.
    private static func cut(_ name: String, bytes: Int) -> String {
        guard name.utf8.count > bytes else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var end = name[dot...]
        if end.utf8.count > bytes / 2 { end = "" }
        var start = ""
        var room = bytes - end.utf8.count
        for scalar in name.unicodeScalars {
            room -= UTF8.width(scalar)
            guard room >= 0 else { break }
            start.unicodeScalars.append(scalar)
        }
        while let last = start.unicodeScalars.last, joiners ~= last { start.unicodeScalars.removeLast() }
        return start + end
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // Marks of direction, and others without a width.
        case .format: joiners ~= scalar
        default: scalar != "/" && scalar != "\\"
        }
    }

    /// The header `Content-Disposition` by which a browser saves the file, and does not show it.
    static func disposition(_ name: String) -> String {
        let plain = name.unicodeScalars.map { scalar in
            scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "%" ? Character(scalar) : "_"
        }
        return "attachment; filename=\"\(String(plain))\"; filename*=UTF-8''\(PercentEncoding.escape(name))"
    }
}

/// The media types of files.
enum FileType {
    private static let byExtension: [String: String] = [
        "avif": "image/avif", "bmp": "image/bmp", "csv": "text/csv; charset=utf-8", "gif": "image/gif",
        "heic": "image/heic", "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json",
        "m4a": "audio/mp4", "md": "text/markdown; charset=utf-8", "mov": "video/quicktime", "mp3": "audio/mpeg",
        "mp4": "video/mp4", "ogg": "audio/ogg", "pdf": "application/pdf", "png": "image/png",
        "txt": "text/plain; charset=utf-8", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
        "zip": "application/zip",
    ]

    /// The type of a file by its name.
    static func guess(_ name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return unknown }
        return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
    }

    /// The type of a file without a known ending.
    static let unknown = "binary/octet-stream"
    private static let opaque = "application/octet-stream"

    /// The types that run in a browser, or contain what does.
    private static let active: Set<String> = [
        "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
        "application/xhtml+xml", "application/xml", "image/svg+xml", "multipart/x-mixed-replace", "text/ecmascript",
        "text/html", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
        "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
        "text/vbscript", "text/x-ecmascript", "text/x-javascript", "text/xml", "text/xsl",
    ]

    /// The type that is stored for a file, by the claim of its sender. A claim that no file is sent with is not stored: it could have
    /// kilobytes.
    static func stored(claimed: String) -> String { isPrintable(claimed) ? claimed : opaque }

    private static func isPrintable(_ type: String) -> Bool {
        type.utf8.count <= 127 && type.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// The type with which a file is sent, by the claim of its sender.
    ///
    /// - Parameters:
    ///   - claimed: The claim.
    ///   - allowsActive: Whether a type that runs in a browser is sent. False by default: the file is then sent as bytes.
    /// - Returns: The type.
    static func sent(claimed: String, allowsActive: Bool = false) -> String {
        let essence = claimed.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isPrintable(claimed),
            essence.utf8.allSatisfy(isToken), allowsActive || !active.contains(essence) && !essence.hasSuffix("+xml")
        else { return opaque }
        return claimed
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "/!#$&-^_.+".utf8.contains(byte)
        }
    }
}
