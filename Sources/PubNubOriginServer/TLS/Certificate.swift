import CPubNubOpenSSL
import PubNubOrigin

/// A certificate in the making.
final class Certificate {
    static let day = 86_400

    let pointer: OpaquePointer

    /// An unsigned certificate for `key` that expires after `seconds`, by default a year.
    init(subject: String, key: CertificateKey, endingAfter seconds: Int = 365 * day) throws(OriginError) {
        guard let pointer = X509_new() else { throw .certificate("no certificate") }
        self.pointer = pointer
        let serial = UInt64.random(in: 1...(.max >> 1))
        guard X509_set_version(pointer, 2) == 1, ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial) == 1,
            X509_gmtime_adj(X509_getm_notBefore(pointer), -Self.day) != nil,
            X509_gmtime_adj(X509_getm_notAfter(pointer), seconds) != nil,
            X509_set_pubkey(pointer, key.pointer) == 1,
            X509_NAME_add_entry_by_NID(
                X509_get_subject_name(pointer),
                NID_commonName,
                MBSTRING_UTF8,
                subject,
                Int32(subject.utf8.count),
                -1,
                0
            ) == 1
        else { throw .certificate("no certificate for \(subject)") }
    }

    deinit {
        X509_free(pointer)
    }

    /// Adds an extension, in the words of the library's configuration files.
    func add(_ identifier: Int32, _ value: String) throws(OriginError) {
        guard let entry = X509V3_EXT_conf_nid(nil, nil, identifier, value) else {
            throw .certificate("no extension \(value)")
        }
        defer { X509_EXTENSION_free(entry) }
        guard X509_add_ext(pointer, entry, -1) == 1 else { throw .certificate("extension \(value) not added") }
    }

    /// Lets `authority`, which may be the certificate itself, vouch for it.
    func sign(by authority: Certificate, with key: CertificateKey) throws(OriginError) {
        guard X509_set_issuer_name(pointer, X509_get_subject_name(authority.pointer)) == 1,
            X509_sign(pointer, key.pointer, EVP_sha256()) > 0
        else { throw .certificate("not signed") }
    }

    /// The certificate in DER form.
    func encoded() throws(OriginError) -> [UInt8] {
        try OriginError.encoded { i2d_X509(self.pointer, $0) }
    }
}
