/// What a response may have before the client gives it up.
enum TransportLimits {
    /// The most bytes of one header line: 64 KiB. Below the limit of libcurl, which names no limit when it is exceeded.
    static let headerLineBytes = 64 * 1024

    /// The most bytes of all header lines of a response, with interim responses and trailers: 256 KiB.
    static let headBytes = 256 * 1024

    /// The most bytes of one trailer, which is a header line behind a body in chunks: libcurl's own limit, 4 KiB.
    static let trailerBytes = 4096

    /// The most encodings that a body may be wrapped in.
    static let encodings = 3
}
