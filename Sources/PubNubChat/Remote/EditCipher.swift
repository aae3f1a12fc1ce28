import Foundation
import PubNub

/// Encrypts the content of edits, which are values of message actions, with the cipher key of a client.
///
/// The client encrypts published payloads itself. An encrypted edit has the format with a header, independent of the
/// format of the client's messages: it names itself, so that readers can distinguish it from plain text, and equal edits differ.
struct EditCipher {
    /// The beginning of each encrypted edit.
    static let beginning = ChangeSchema.sealedBeginning

    private struct Content: Codable {
        let text: String
    }

    private let helper: PNCryptoHelper

    /// Makes the cipher of a client; nil without a cipher key.
    ///
    /// - Parameter client: The client, or nil for one that ended.
    init?(_ client: PubNub?) {
        // The configuration is a copy.
        guard let configuration = client?.configuration(), configuration.cipherKey?.isEmpty == false else { return nil }
        configuration.encryptionFormat = .header
        helper = PNCryptoHelper(configuration: configuration)
        guard helper.ready else { return nil }
    }

    /// Encrypts the content of an edit.
    func value(of text: String) throws -> String {
        let content = String(decoding: try JSONEncoder().encode(Content(text: text)), as: UTF8.self)
        var error: PNError?
        guard let value = helper.encryptedString(from: content, error: &error) else { throw error ?? .unknown }
        return value
    }

    /// Decrypts the content of an edit; nil if the value was encrypted with another key or is damaged.
    func text(of value: String) -> String? {
        guard let content = helper.decryptedString(from: value) else { return nil }
        return try? JSONDecoder().decode(Content.self, from: Data(content.utf8)).text
    }
}

extension ChatMessageAction {
    /// Whether its value is an edit that is still encrypted.
    var isSealedEdit: Bool {
        encryption == nil && sourceType == EditAction.edited && value.hasPrefix(EditCipher.beginning)
    }

    /// The message action with its value decrypted.
    ///
    /// - Parameter cipher: The cipher of the client; nil without a cipher key.
    /// - Returns: The message action; with its value encrypted if the cipher does not fit.
    func opened(with cipher: EditCipher?) -> Self {
        guard isSealedEdit else { return self }
        var action = self
        let text = cipher?.text(of: value)
        action.encryption = text == nil ? .unreadable : .decrypted
        action.value = text ?? value
        return action
    }
}

extension ChatMessage {
    /// The message with the values of its message actions decrypted.
    func opened(with cipher: EditCipher?) -> Self {
        guard messageActions.contains(where: \.isSealedEdit) else { return self }
        var message = self
        message.messageActions = messageActions.map { $0.opened(with: cipher) }
        return message
    }
}
