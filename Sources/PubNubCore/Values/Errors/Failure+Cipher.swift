package import PubNubCodec
import PubNubMachines

extension Failure {
    /// The failure of a cipher.
    package init(_ reason: CryptorError) {
        switch reason {
        case .emptyKey: self.init(unsent: ErrorCode.cipherKeyMissing)
        case .illegalInitialization: self.init(unsent: ErrorCode.cipherSetUpFailed)
        case .bufferTooSmall: self.init(unsent: ErrorCode.cipherDataTooLong)
        case .outOfMemory: self.init(unsent: ErrorCode.cipherOutOfMemory)
        case .alignment: self.init(unsent: ErrorCode.cipherDataMisaligned)
        case .processing: self.init(unsent: ErrorCode.cipherFailed)
        case .unknownCryptor: self.init(unsent: ErrorCode.cipherUnavailable)
        case .unsupportedValue:
            self.init(
                unsent: ErrorCode.cipherFailed,
                "The encryption format cannot encrypt numbers, booleans and null.",
                suggestion: "Send strings, or choose another encryption format."
            )
        }
    }
}
