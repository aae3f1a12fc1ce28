/// What no operation against an origin can cause, although the library declares it: each name with the reason. Nothing at present.
enum NeverDelivered {
    static let reasons: [String: String] = [:]
}
