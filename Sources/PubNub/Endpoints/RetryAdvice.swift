import Foundation

/// Whether a failed request is worth sending again, judged by the reply it got.
enum RetryAdvice: Sendable, Hashable {
    /// The reply could not be read: send again before anything else.
    case retryMalformed

    /// The service failed: send again before anything else.
    case retryServer

    /// Sending again would not help.
    case no

    /// The advice for a reply with HTTP status `status` that was decoded to `error`.
    init(status: Int, error: PNError) {
        switch status {
        case 500...: self = .retryServer
        case 400...: self = .no
        default: self = error.code == kPNResponseMalformedJSONError ? .retryMalformed : .no
        }
    }

    /// How often the request may be sent again before its failure is reported.
    var limit: Int {
        self == .no ? 0 : 3
    }
}
