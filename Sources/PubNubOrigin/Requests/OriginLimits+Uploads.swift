extension OriginLimits {
    /// The most bytes of the body of a request.
    ///
    /// An upload that is too large is read up to twice the limit: a client that still writes would lose the response that says so.
    func bodyBytes(of target: String, method: String) -> Int {
        Self.isUpload(target, method: method) ? uploadBodyBytes : maximumBodyBytes
    }

    /// The most bytes of the form of an upload.
    var uploadBodyBytes: Int { 2 * fileSize + maximumBodyBytes }

    /// How long a request may take to arrive.
    func requestTime(isUpload: Bool) -> Duration { isUpload ? fileUploadTime : requestTimeout }

    /// Whether a request uploads a file.
    static func isUpload(_ target: String, method: String) -> Bool {
        method == "POST" && (target == "/v1/files/upload" || target.hasPrefix("/v1/files/upload/"))
    }
}
