import PubNubOrigin

extension OriginServer {
    /// The port of a running server; 0 if it does not run.
    var port: Int { address?.port ?? 0 }
}
