import PubNubOrigin

extension OriginLimits {
    /// Limits that short requests exceed: 2,000 bytes of a URL, 1,000 bytes and 20 fields of a head, and 500 bytes of a body.
    static let smallRequests: OriginLimits = {
        var limits = OriginLimits()
        limits.maximumURLBytes = 2000
        limits.maximumHeaderBytes = 1000
        limits.maximumHeaders = 20
        limits.maximumBodyBytes = 500
        return limits
    }()
}
