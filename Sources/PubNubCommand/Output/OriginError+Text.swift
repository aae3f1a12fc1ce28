import PubNubOrigin

extension OriginError {
    /// The reason in words.
    var text: String {
        switch self {
        case .cannotListen(let reason): "cannot listen: \(reason)"
        case .cannotOpen(let reason): "cannot open the data file: \(reason)"
        case .cannotMakeCertificate(let reason): "cannot make a certificate: \(reason)"
        case .missingKeys: "the access manager needs a publish key and a secret key"
        case .alreadyStarted: "started twice"
        }
    }
}
