/// What one response may become in memory. A body of 16 MiB can name millions of things in a few bytes each, and every one of
/// them costs hundreds of bytes as a value or an object.
package enum ReplyLimits {
    /// The most values in one JSON text, with those in arrays and objects: 2,097,152. A page of 100 messages of 32 KiB has
    /// fewer, whatever is in them.
    package static let values = 1 << 21

    /// The most channels, clients, messages, objects or rights that are made of one response: 131,072.
    package static let items = 1 << 17
}
