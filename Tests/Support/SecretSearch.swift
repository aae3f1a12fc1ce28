import Foundation

/// Searches for secrets in visible output.
package struct SecretSearch: Sendable {
    /// A secret that was found.
    package struct Find: Sendable, Equatable {
        /// The kind of secret.
        package let kind: String
        /// The searched string, with the secret masked.
        package let masked: String
    }

    /// The minimum length of a secret; shorter strings are ordinary words.
    package static let shortest = 6
    private static let mask = "<<here>>"
    private static let parameters = ["auth=", "signature="]

    private var forms: [String: String] = [:]

    package init() {}

    /// The number of strings that are searched for.
    package var count: Int { forms.count }

    /// Adds a secret in its plain and its escaped form. Strings that are too short are ignored.
    package mutating func add(_ secret: String?, _ kind: String) {
        guard let secret, secret.utf8.count >= Self.shortest else { return }
        for form in [secret, Self.escaped(secret)] { forms[form.lowercased()] = kind }
    }

    /// Adds a push token in hexadecimal digits.
    package mutating func add(pushToken: some Sequence<UInt8>) {
        add(pushToken.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "push token")
    }

    /// Finds the first secret in a string: a registered one, or any authorization key or signature in a URL.
    package func find(in text: String) -> Find? {
        // A zero byte would end the string for `strstr`.
        let lowered = text.lowercased().replacing("\0", with: " ")
        for (form, kind) in forms where Self.contains(lowered, form) {
            return Find(kind: kind, masked: masked(lowered))
        }
        for parameter in Self.parameters where Self.contains(lowered, parameter) {
            guard let value = Self.value(of: parameter, in: lowered) else { continue }
            return Find(kind: parameter, masked: masked(lowered).replacing(value, with: Self.mask))
        }
        return nil
    }

    /// The string with all secrets masked, the longest first, so that no part of one is left.
    private func masked(_ text: String) -> String {
        forms.keys.sorted { ($0.count, $0) > ($1.count, $1) }.reduce(text) { $0.replacing($1, with: Self.mask) }
    }

    private static func value(of parameter: String, in text: String) -> Substring? {
        for place in text.ranges(of: parameter) {
            let value = text[place.upperBound...].prefix { $0.isLetter || $0.isNumber || "%-_.~*".contains($0) }
            if !value.isEmpty, value != "***" { return value }
        }
        return nil
    }

    /// Every log line is searched for all secrets, so this has to be fast in debug builds as well.
    private static func contains(_ text: String, _ part: String) -> Bool {
        text.withCString { text in part.withCString { strstr(text, $0) != nil } }
    }

    private static func escaped(_ secret: String) -> String {
        secret.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-_.~".contains(character))
            return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
