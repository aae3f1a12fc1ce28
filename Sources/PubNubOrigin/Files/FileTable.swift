/// Files by channel. The identifiers of a channel are in order, so that a page costs as much as its files.
package struct FileTable<Stored: Sendable>: Sendable {
    private struct ChannelFiles: Sendable {
        var files: [String: Stored] = [:]
        var index = SortedIndex<OrderedText>()
    }

    private var channels: [Topic: ChannelFiles] = [:]

    package init() {}

    /// The number of files of a channel.
    package func count(in channel: Topic) -> Int { channels[channel]?.files.count ?? 0 }

    package subscript(key: FileKey) -> Stored? { channels[key.channel]?.files[key.id] }

    /// Adds a file, in the place of one with the same key.
    ///
    /// - Returns: The file that had the key; nil without one.
    @discardableResult
    package mutating func set(_ stored: Stored, _ key: FileKey) -> Stored? {
        let former = channels[key.channel, default: ChannelFiles()].files.updateValue(stored, forKey: key.id)
        if former == nil { channels[key.channel]?.index.insert(OrderedText(text: key.id)) }
        return former
    }

    /// Removes a file, and returns it; nil without one.
    package mutating func remove(_ key: FileKey) -> Stored? {
        guard let stored = channels[key.channel]?.files.removeValue(forKey: key.id) else { return nil }
        channels[key.channel]?.index.remove(OrderedText(text: key.id))
        if channels[key.channel]?.files.isEmpty == true { channels[key.channel] = nil }
        return stored
    }

    /// The files of a channel behind an identifier, in the order of the bytes of their identifiers.
    package func page(of channel: Topic, after last: String?, limit: Int) -> [Stored] {
        guard let found = channels[channel] else { return [] }
        let start = last.map { last in found.index.position { $0 > OrderedText(text: last) } } ?? 0
        var page: [Stored] = []
        found.index.visit(start..<found.index.count) { id in
            if let stored = found.files[id.text] { page.append(stored) }
            return page.count < limit
        }
        return page
    }
}
