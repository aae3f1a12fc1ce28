import PubNubOrigin

extension OriginServer {
    /// The port of a running server; 0 when it does not run.
    var port: Int { address?.port ?? 0 }
}
