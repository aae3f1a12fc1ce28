import PubNubCodec
import PubNubCore
import PubNubSupport
import PubNubMachines
import PubNubWire

/// Encrypts and decrypts strings with the cipher key and in the encryption format of a configuration.
public final class PNCryptoHelper: Sendable {
    /// `nil` without a cipher key.
    private let cipher = Locked<MessageCipher?>(nil)

    /// Makes a helper that is not ready until ``update(with:withError:)`` has given it a cipher key.
    public init() {}

    /// Makes a helper.
    ///
    /// - Parameters:
    ///   - configuration: The configuration with the cipher key.
    ///   - error: Set if the helper is not ready, for instance to ``kPNCryptoEmptyCipherKeyError``. Pass `nil`, the
    ///     default, to ignore the error.
    public init(configuration: PNConfiguration, error: UnsafeMutablePointer<PNError?>? = nil) {
        _ = update(with: configuration, withError: error)
    }

    /// Whether the helper has a cipher key.
    public var ready: Bool {
        cipher.withLock { $0 != nil }
    }

    /// Applies the cipher key and the encryption format of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration with the cipher key.
    ///   - error: Set if the helper is not ready. Pass `nil`, the default, to ignore the error.
    /// - Returns: Whether the helper is ready.
    @discardableResult
    public func update(
        with configuration: PNConfiguration,
        withError error: UnsafeMutablePointer<PNError?>? = nil
    ) -> Bool {
        let settings = configuration.settings
        do {
            let current = try MessageCipher(cipherKey: settings.cipherKey ?? "", format: settings.encryptionFormat)
            cipher.withLock { $0 = current }
            return true
        } catch let reason {
            cipher.withLock { $0 = nil }
            error?.pointee = PNError(Failure(reason))
            return false
        }
    }

    /// Encrypts a string.
    ///
    /// - Parameters:
    ///   - plainString: The string.
    ///   - error: Set if encrypting failed. Pass `nil`, the default, to ignore the error.
    /// - Returns: The encrypted string in base64; `nil` if it could not be encrypted.
    @discardableResult
    public func encryptedString(from plainString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { cipher throws(CryptorError) in try cipher.encrypt(text: plainString) }
    }

    /// Decrypts a string that a PubNub client encrypted with the same key; with ``PNEncryptionFormat/ios33``, only one
    /// in that format.
    ///
    /// - Parameters:
    ///   - encodedString: The encrypted string in base64.
    ///   - error: Set if decrypting failed. Pass `nil`, the default, to ignore the error.
    /// - Returns: The string; `nil` if it could not be decrypted.
    @discardableResult
    public func decryptedString(from encodedString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { cipher throws(CryptorError) in try cipher.decrypt(text: encodedString) }
    }

    private func report(
        to error: UnsafeMutablePointer<PNError?>?,
        _ work: (MessageCipher) throws(CryptorError) -> String
    ) -> String? {
        guard let current = cipher.withLock({ $0 }) else {
            error?.pointee = PNError(code: kPNCryptoEmptyCipherKeyError)
            return nil
        }
        do {
            return try work(current)
        } catch let reason {
            error?.pointee = PNError(Failure(reason))
            return nil
        }
    }
}

/// The format in which a client encrypts messages with its cipher key.
///
/// Except for ``ios33``, the format only determines how the client encrypts: a client with any of the other three
/// formats decrypts messages in all three.
public enum PNEncryptionFormat: Sendable, Hashable, CaseIterable {
    /// The format of the 3.4 to 3.7 clients, and the default: AES-256-CBC with a fixed initialization vector. Equal messages
    /// give equal ciphertexts.
    case fixedVector

    /// The same with a random initialization vector before the ciphertext, as most clients since 2020 use it. 3.x
    /// clients cannot decrypt it.
    case randomVector

    /// The format of current clients: a header that names the cipher, and AES-256-CBC with a random initialization
    /// vector. 3.x clients cannot decrypt it.
    case header

    /// The format of the iOS 3.3 client, the compile-time option `CRYPTO_BACKWARD_COMPATIBILITY_MODE` of 3.7.8: AES-128-CBC
    /// under the MD5 digest of the cipher key.
    ///
    /// A client with this format can exchange messages only with clients that use the same format. Arrays and
    /// dictionaries stay readable: each string in them is encrypted separately, and the keys of dictionaries are not.
    /// The format cannot encrypt numbers, booleans and null: a message that contains one is not sent, and the call ends
    /// with error 130. Use it only until the 3.3 clients are updated.
    case ios33
}

extension PNEncryptionFormat {
    init(_ format: EncryptionFormat) {
        self =
            switch format {
            case .fixedVector: .fixedVector
            case .randomVector: .randomVector
            case .header: .header
            case .ios33: .ios33
            }
    }

    /// The format with which the client works.
    var setting: EncryptionFormat {
        switch self {
        case .fixedVector: .fixedVector
        case .randomVector: .randomVector
        case .header: .header
        case .ios33: .ios33
        }
    }
}
