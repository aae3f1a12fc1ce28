/// Limits of the memory that one response may take. A body of 16 MiB can list millions of items in a few bytes each,
/// and each item takes hundreds of bytes as a value or an object.
package enum ReplyLimits {
    /// The most values in one JSON document, including those in arrays and objects: 2,097,152. A page of 100 messages
    /// of 32 KiB never has more.
    package static let values = 1 << 21

    /// The most channels, clients, messages, objects or rights that are made of one response: 131,072.
    package static let items = 1 << 17
}
