/// Declared names that no operation against an origin can deliver, each with the reason. Empty at present.
enum NeverDelivered {
    static let reasons: [String: String] = [:]
}
