package enum Verb: String, Sendable, Hashable { case get = "GET", post = "POST", patch = "PATCH", delete = "DELETE" }
package enum Lane: Sendable, Hashable { case subscribe, service }
