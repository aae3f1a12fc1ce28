import ArgumentParser
import PubNub

/// The names of the encryption formats on the command line.
enum CipherFormat {
    private static let formats: [String: PNEncryptionFormat] = [
        "fixed": .fixedVector, "random": .randomVector, "header": .header, "3.3": .ios33,
    ]

    /// The format of a name; the library's default for an empty name.
    static func format(named name: String) throws -> PNEncryptionFormat {
        guard !name.isEmpty else { return .fixedVector }
        guard let format = formats[name] else {
            throw ValidationError("--cipher-format takes fixed, random, header or 3.3.")
        }
        return format
    }
}
