/// A call to change the metadata of a channel; see ``PNSetChannelMetadataRequest``.
public final class PNSetChannelMetadataAPICallBuilder: PNAPICallBuilder {
    private let request: PNSetChannelMetadataRequest

    init(_ client: PubNub, channel: String) {
        request = PNSetChannelMetadataRequest(channel: channel)
        super.init(client)
    }

    /// Another channel than the one that the builder was made for.
    public func channel(_ channel: String) -> Self {
        request.channel = channel
        return self
    }

    /// The name of the channel; nil leaves it as it is.
    public func name(_ name: String?) -> Self {
        request.name = name
        return self
    }

    /// What the channel is about; nil leaves it as it is.
    public func information(_ information: String?) -> Self {
        request.information = information
        return self
    }

    /// The status of the channel; nil leaves it as it is. Not part of the documented builder.
    public func status(_ status: String?) -> Self {
        request.status = status
        return self
    }

    /// The type of the channel; nil leaves it as it is. Not part of the documented builder.
    public func type(_ type: String?) -> Self {
        request.type = type
        return self
    }

    /// The entity tag that the channel must still have; nil changes whatever is there. Not part of the documented builder.
    public func ifMatchesEtag(_ ifMatchesEtag: String?) -> Self {
        request.ifMatchesEtag = ifMatchesEtag
        return self
    }

    /// The custom values, which take the place of all that are there; nil leaves them as they are.
    public func custom(_ custom: [String: Any]?) -> Self {
        request.custom = custom
        return self
    }

    /// The fields to clear. Not part of the documented builder.
    public func clearedFields(_ clearedFields: Set<PNMetadataField>) -> Self {
        request.clearedFields = clearedFields
        return self
    }

    /// What the answer contains beyond what it always has; custom values, status and type unless this is called.
    public func includeFields(_ includeFields: PNChannelFields) -> Self {
        request.includeFields = includeFields
        return self
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNSetChannelMetadataCompletionBlock? = nil) {
        client.setChannelMetadataWith(request, completion: block)
    }
}
