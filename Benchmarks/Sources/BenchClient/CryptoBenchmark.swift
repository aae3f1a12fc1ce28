import BenchMeasure
import Foundation
import PubNub

/// Encrypts and decrypts 200 B of text.
enum CryptoBenchmark {
    static func run(port: String, count: Int) {
        let client = Clients.make(port: port, cipherKey: "enigma")
        let text = String(repeating: "x", count: 200)
        let start = now_seconds()
        for _ in 0..<count {
            let cipher = client.aesEncrypt(text)
            guard let cipher, client.aesDecrypt(cipher) as? String == text else {
                return Clients.fail("encrypting", nil)
            }
        }
        report("per-second", Double(count) / (now_seconds() - start))
        exit(0)
    }
}
