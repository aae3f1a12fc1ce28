import CPubNubOpenSSL
import PubNubOrigin

/// A new private key on the curve P-256.
final class CertificateKey {
    let pointer: OpaquePointer

    init() throws(OriginError) {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw .certificate("no key context") }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw .certificate("no key") }
        pointer = key
    }

    deinit {
        EVP_PKEY_free(pointer)
    }

    /// The key in DER form.
    func encoded() throws(OriginError) -> [UInt8] {
        try OriginError.encoded { i2d_PrivateKey(self.pointer, $0) }
    }
}

extension OriginError {
    /// An error of the library that makes certificates.
    static func certificate(_ step: String) -> OriginError {
        .cannotMakeCertificate("\(step), error \(ERR_peek_last_error())")
    }

    /// The output of a writer of the library, which returns only the length if it is called without a buffer.
    static func encoded(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(OriginError) -> [UInt8] {
        let count = write(nil)
        guard count > 0 else { throw .certificate("nothing to encode") }
        var written: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
            var cursor = buffer.baseAddress
            written = write(&cursor)
            initialized = Int(max(0, written))
        }
        guard written == count else { throw .certificate("not encoded") }
        return bytes
    }
}
