/// The headers of a request for a file, or for the address of an upload, beyond those of every request.
package struct FileConditions: Sendable, Equatable {
    var host: String?
    var range: String?
    var ifRange: String?
    var ifNoneMatch: String?
}
