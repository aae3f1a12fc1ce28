/// The limits for one request, apart from all others, as each connection has them in its memory.
struct RequestLimits {
    /// The most bytes of the body of a request.
    func bodyBytes(of target: String, method: String) -> Int {
        OriginLimits.isUpload(target, method: method) ? uploadBodyBytes : bodyBytes
    }

    let targetBytes: Int
    let headers: Int
    let headerBytes: Int
    let bodyBytes: Int
    /// The limit of a body that is the form of an upload.
    let uploadBodyBytes: Int
    /// Whether the requests are for another service than that of clients, which gets all of ``FileConditions``, and no unknown expectation.
    let isOtherService: Bool

    /// - Parameters:
    ///   - limits: The limits of the port.
    ///   - isOtherService: Whether the requests are for another service than that of clients. They are not by default.
    init(_ limits: OriginLimits, isOtherService: Bool = false) {
        self.isOtherService = isOtherService
        uploadBodyBytes = isOtherService ? limits.maximumBodyBytes : limits.uploadBodyBytes
        targetBytes = limits.maximumURLBytes
        headers = limits.maximumHeaders
        headerBytes = limits.maximumHeaderBytes
        bodyBytes = limits.maximumBodyBytes
    }
}
