/// The headers of a request beyond those that each request is served by: a request for a file, or for the address of an upload, has the
/// conditions on its file, and one of the admin listener all of them. Of several with the same name the first counts.
package struct FileConditions: Sendable, Equatable {
    package var host: String?
    package var range: String?
    package var ifRange: String?
    package var ifNoneMatch: String?
    package var authorization: String?
    /// The site of the page that sends the request, as its browser says.
    package var origin: String?
    /// Whether the page is of the same site, as its browser says: the header `Sec-Fetch-Site`.
    package var site: String?
    /// The host in a target that is a URL, which counts in place of ``host``; nil for a path.
    package var authority: String?
    /// `http` or `https`, as a trusted proxy was reached; nil if none says so.
    var scheme: String?
    /// The host by which a trusted proxy was reached, which counts in place of the others; nil if none says so.
    var forwardedHost: String?
}
