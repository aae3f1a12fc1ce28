import ArgumentParser
import Foundation

/// The JSON object that `--config` names. Other members are ignored.
struct ConfigurationFile: Decodable {
    let origin: String?
    let publishKey: String?
    let subscribeKey: String?
    let secretKey: String?
    let cipherKey: String?
    let cipherFormat: String?
    let authKey: String?
    let uuid: String?
    let proxy: String?

    /// Reads the file. What it holds is never repeated in an error, as it may be a secret.
    init(path: String) throws {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ValidationError("--config: cannot read \(path).")
        }
        guard let found = try? JSONDecoder().decode(ConfigurationFile.self, from: data) else {
            throw ValidationError("--config: \(path) is not a JSON object with texts as settings.")
        }
        self = found
    }
}
