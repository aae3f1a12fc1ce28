/// The one client that class-level calls of 3.x use.
extension PubNub {
    private static let shared = Locked<PubNub?>(nil)

    /// The shared client, made with the default configuration on first use. It is not connected.
    public static func sharedInstance() -> PubNub {
        shared.withLock { shared in
            let client = shared ?? PubNub(configuration: .default())
            shared = client
            return client
        }
    }

    /// Lets go of the shared client; the next use makes a new one.
    public static func resetClient() {
        let client = shared.withLock { shared in
            defer { shared = nil }
            return shared
        }
        client?.disconnect()
    }
}
