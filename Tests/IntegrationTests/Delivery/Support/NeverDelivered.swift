/// What no operation against an origin can cause, although it can be told: each name with the reason. Nothing at present.
enum NeverTold {
    static let reasons: [String: String] = [:]
}
