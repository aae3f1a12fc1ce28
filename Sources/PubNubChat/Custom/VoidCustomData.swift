/// No custom data: an empty object in JSON, whatever was in it.
public struct VoidCustomData: UserCustomData, ChannelCustomData, MemberCustomData, MessageCustomData,
    MessageContentData, ChatCustomData
{
    private enum CodingKeys: CodingKey {}

    /// Makes the empty value.
    public init() {}

    /// Reads nothing.
    ///
    /// - Parameter decoder: whose content is not looked at.
    public init(from decoder: any Decoder) {}

    /// Writes an empty object.
    ///
    /// - Parameter encoder: where it is written.
    public func encode(to encoder: any Encoder) {
        _ = encoder.container(keyedBy: CodingKeys.self)
    }
}
