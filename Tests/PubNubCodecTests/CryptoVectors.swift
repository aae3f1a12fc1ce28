import Foundation
import PubNubWire
import Testing

/// The content of `Tests/Fixtures/crypto-vectors.json`.
struct CryptoVectors {
    struct Ciphertext: CustomTestStringConvertible {
        let format: String
        let key: String
        let plaintext: String
        let ciphertext: String
        let isRepeatable: Bool

        var testDescription: String { "\(format) \(key): \(ciphertext)" }
    }

    struct Rejected: CustomTestStringConvertible {
        let key: String
        let ciphertext: String
        let error: String
        let why: String

        var testDescription: String { why }
    }

    struct Header {
        let method: String
        let metadata: String
        let header: String
    }

    struct Signature {
        let version: Int64
        let secret: String
        let text: String
        let signature: String
    }

    let ciphertexts: [Ciphertext]
    let rejected: [Rejected]
    let headers: [Header]
    let signatures: [Signature]

    /// Empty if the file cannot be read; `CryptoVectorTests.areThere` fails in that case.
    static let all = CryptoVectors(file: load())

    func ciphertexts(in format: String) -> [Ciphertext] {
        ciphertexts.filter { $0.format == format }
    }

    private static func load() -> JSON {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appendingPathComponent("Fixtures/crypto-vectors.json")
        guard let data = try? Data(contentsOf: file), let value = try? JSON(parsing: Array(data)) else {
            return .null
        }
        return value
    }

    private init(file: JSON) {
        func rows<Row>(_ key: String, _ make: ((String) -> String, JSON) -> Row) -> [Row] {
            (file[key]?.array ?? []).map { row in make({ row[$0]?.string ?? "" }, row) }
        }
        ciphertexts = rows("ciphertexts") { text, row in
            Ciphertext(
                format: text("format"),
                key: text("key"),
                plaintext: text("plaintext"),
                ciphertext: text("ciphertext"),
                isRepeatable: row["repeatable"]?.bool ?? false
            )
        }
        rejected = rows("rejected") { text, _ in
            Rejected(key: text("key"), ciphertext: text("ciphertext"), error: text("error"), why: text("why"))
        }
        headers = rows("headers") { text, _ in
            Header(method: text("method"), metadata: text("metadata"), header: text("header"))
        }
        signatures = rows("signatures") { text, row in
            Signature(
                version: row["version"]?.int64Value ?? 0,
                secret: text("secret"),
                text: text("text"),
                signature: text("signature")
            )
        }
    }
}
