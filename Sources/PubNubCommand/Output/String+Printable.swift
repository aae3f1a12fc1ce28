extension String {
    /// The text on one line and without anything that a terminal would take as a command, as others may have written it.
    var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case let scalar where scalar.isControl: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        .joined()
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
