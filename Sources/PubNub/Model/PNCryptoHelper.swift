import PubNubCodec
import PubNubLocks
import PubNubWire

/// Encrypts and decrypts text with the cipher key of a configuration.
public final class PNCryptoHelper: Sendable {
    private struct State {
        var cryptor: Cryptor?
        var usesRandomInitializationVector = false
    }

    private let state = Locked(State())

    /// Makes a helper.
    ///
    /// - Parameters:
    ///   - configuration: Where the cipher key is taken from.
    ///   - error: Where to put what went wrong, such as ``kPNCryptoEmptyCipherKeyError``; `nil`, the default, when
    ///     ``ready`` is enough.
    public init(configuration: PNConfiguration, error: UnsafeMutablePointer<PNError?>? = nil) {
        _ = update(with: configuration, withError: error)
    }

    /// Whether there is a cipher key to work with.
    public var ready: Bool {
        state.withLock { $0.cryptor != nil }
    }

    /// Takes over the cipher key of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: Where the cipher key is taken from.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: Whether the helper is ready.
    @discardableResult
    public func update(
        with configuration: PNConfiguration,
        withError error: UnsafeMutablePointer<PNError?>? = nil
    ) -> Bool {
        let settings = configuration.settings
        do {
            let cryptor = try Cryptor(cipherKey: settings.cipherKey ?? "")
            state.withLock { state in
                state.cryptor = cryptor
                state.usesRandomInitializationVector = settings.usesRandomInitializationVector
            }
            return true
        } catch let reason {
            state.withLock { $0.cryptor = nil }
            error?.pointee = PNError(reason)
            return false
        }
    }

    /// Encrypts text.
    ///
    /// - Parameters:
    ///   - plainString: The text.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: The encrypted text in base64; `nil` when it could not be encrypted.
    @discardableResult
    public func encryptedString(from plainString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { (cryptor, random) throws(CryptorError) in
            let bytes = Array(plainString.utf8)
            return try random ? cryptor.encryptRandomIV(bytes) : cryptor.encrypt(bytes)
        }
    }

    /// Decrypts text that any PubNub client encrypted with the same key.
    ///
    /// - Parameters:
    ///   - encodedString: The encrypted text in base64.
    ///   - error: Where to put what went wrong; `nil`, the default, when the result is enough.
    /// - Returns: The text; `nil` when it could not be decrypted.
    @discardableResult
    public func decryptedString(from encodedString: String, error: UnsafeMutablePointer<PNError?>? = nil) -> String? {
        report(to: error) { (cryptor, _) throws(CryptorError) in
            String(decoding: try cryptor.decrypt(encodedString, isJSON: RawJSON.isValid), as: UTF8.self)
        }
    }

    private func report(
        to error: UnsafeMutablePointer<PNError?>?,
        _ work: (Cryptor, Bool) throws(CryptorError) -> String
    ) -> String? {
        let (cryptor, random) = state.withLock { ($0.cryptor, $0.usesRandomInitializationVector) }
        guard let cryptor else {
            error?.pointee = PNError(code: kPNCryptoEmptyCipherKeyError)
            return nil
        }
        do {
            return try work(cryptor, random)
        } catch let reason {
            error?.pointee = PNError(reason)
            return nil
        }
    }
}

extension PNError {
    /// Makes the error of a cipher.
    convenience init(_ reason: CryptorError) {
        switch reason {
        case .emptyKey: self.init(code: kPNCryptoEmptyCipherKeyError)
        case .illegalInitialization: self.init(code: kPNCryptoIllegalInitializationParametersError)
        case .bufferTooSmall: self.init(code: kPNCryptoInsufficentBufferSizeError)
        case .outOfMemory: self.init(code: kPNCryptoInsufficentMemoryError)
        case .alignment: self.init(code: kPNCryptoAligmentInputDataError)
        case .processing: self.init(code: kPNCryptoInputDataProcessingError)
        case .unknownCryptor: self.init(code: kPNCryptoUnavailableFeatureError)
        }
    }
}
