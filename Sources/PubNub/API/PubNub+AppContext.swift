/// App Context: metadata of users and channels, and who is a member of what.
extension PubNub {
    /// The calls of App Context, to be put together step by step: `client.objects().uuidMetadata().uuid("u")` and so on, made by
    /// `performWithCompletion(_:)`.
    public var objects: () -> PNObjectsAPICallBuilder {
        { PNObjectsAPICallBuilder(self) }
    }

    /// Makes a client and connects it, so that calls can follow at once: they are sent when it is connected.
    ///
    /// - Parameter configuration: Keys, origin and behaviour.
    /// - Returns: The client, which is connecting.
    public static func clientWithConfiguration(_ configuration: PNConfiguration) -> PubNub {
        connectingClient(with: configuration)
    }
}
