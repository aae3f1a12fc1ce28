/// An HTTP method.
package enum Verb: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}
