import Foundation

/// Looks for secrets in what people may get to see.
package struct SecretSearch: Sendable {
    /// What was found.
    package struct Find: Sendable, Equatable {
        /// What kind of secret it is.
        package let kind: String
        /// The text with a mask in its place.
        package let masked: String
    }

    /// Shorter ones are words that stand in any text.
    package static let shortest = 6
    private static let mask = "<<here>>"
    private static let parameters = ["auth=", "signature="]

    private var forms: [String: String] = [:]

    package init() {}

    /// How many texts are searched for.
    package var count: Int { forms.count }

    /// Adds a secret, as it is and as it is written in an address. One that is not distinctive is left out.
    package mutating func add(_ secret: String?, _ kind: String) {
        guard let secret, secret.utf8.count >= Self.shortest else { return }
        for form in [secret, Self.escaped(secret)] { forms[form.lowercased()] = kind }
    }

    /// Adds a push token, which is written in hexadecimal digits.
    package mutating func add(pushToken: some Sequence<UInt8>) {
        add(pushToken.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), "push token")
    }

    /// The first secret in a text: a registered one, or any authorization key or signature of an address.
    package func find(in text: String) -> Find? {
        // A zero byte would end the text for `strstr`.
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

    /// Without any of the secrets, the longest first, so that none is left in part.
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

    /// Every log line is searched for everything, so this has to be quick without an optimizing compiler, too.
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
