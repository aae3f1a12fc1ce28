import CPubNubCurl
import PubNubWire

/// Bodies that are sent or received piece by piece.
extension CurlHandle {
    /// For how many seconds a transfer may send and receive nothing. The time in which it is paused because its stream is
    /// full does not count.
    private static let stallSeconds = 60

    /// Configures the handle for a streamed body. Such a handle is not used again.
    func apply(stream: BodyStream?) throws(TransportFailure) {
        guard let stream else { return }
        try set(CURLOPT_LOW_SPEED_LIMIT, 1)
        try set(CURLOPT_LOW_SPEED_TIME, Self.stallSeconds)
        guard case .upload(let length) = stream.direction else { return }
        try check(
            ccurl_set_streamed_body(
                easy,
                curl_off_t(length),
                { bytes, size, count, context in
                    guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
                    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                    return handle.send(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
        )
    }

    /// Lets a paused transfer continue.
    func resume() {
        curl_easy_pause(easy, CURLPAUSE_CONT)
    }

    /// Takes the next bytes of the request's body: their number, or what makes libcurl pause or abort the transfer.
    private func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch stream?.take(into: buffer) {
        case .bytes(let count): count
        case .none?: Int(CURL_READFUNC_PAUSE)
        case .abandoned, nil: Int(CURL_READFUNC_ABORT)
        }
    }

    /// Passes received bytes to a stream: their number, or what makes libcurl pause the transfer; `nil` if the response itself
    /// stores them.
    func pass(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let stream, case .download(let began) = stream.direction else { return nil }
        if !hasBegunDownload {
            let status = ccurl_get_long(easy, CURLINFO_RESPONSE_CODE)
            guard status == 200 || status == 206 else { return nil }
            hasBegunDownload = true
            began(status, responseHead ?? "")
        }
        return stream.add(bytes) ? bytes.count : Int(CURL_WRITEFUNC_PAUSE)
    }
}
