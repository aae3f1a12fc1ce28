import PubNubCore
import PubNubMachines

/// The metadata of channels.
public struct Channels: Sendable {
    let client: PubNubClient

    /// Returns the metadata of a channel.
    ///
    /// - Parameters:
    ///   - id: The name of the channel.
    ///   - include: The optional fields to return; all by default.
    /// - Returns: The metadata.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/notFound`` if it does not exist.
    public func get(_ id: String, include: MetadataInclude = .all) async throws(PubNubError) -> ChannelMetadata {
        try await client.call { engine async throws(Failure) in
            ChannelMetadata(try await engine.channel(id, including: include.bits))
        }
    }

    /// Changes fields of the metadata of a channel, which need not exist.
    ///
    /// - Parameters:
    ///   - id: The name of the channel.
    ///   - changes: The changes. Fields that they do not have stay as they are.
    ///   - eTag: Makes the changes only if the metadata still has this ``ObjectMetadata/eTag``; `nil`, the default, for any.
    ///   - include: The optional fields to return; all by default.
    /// - Returns: The metadata after the change.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/entityTagMismatch`` if another client has
    ///   changed the metadata since the entity tag was read.
    @discardableResult
    public func set(
        _ id: String,
        _ changes: ChannelChanges,
        ifMatches eTag: String? = nil,
        include: MetadataInclude = .all
    ) async throws(PubNubError) -> ChannelMetadata {
        try await client.call { engine async throws(Failure) in
            ChannelMetadata(
                try await engine.setChannel(id, changes.terms, ifMatches: eTag, including: include.bits)
            )
        }
    }

    /// Removes the metadata of a channel. Succeeds also without metadata.
    ///
    /// - Parameter id: The name of the channel.
    /// - Throws: ``PubNubError``.
    public func remove(_ id: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in try await engine.removeChannel(id) }
    }

    /// Returns the metadata of all channels as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameters:
    ///   - filter: An expression that selects channels; `nil`, the default, for all.
    ///   - sort: The order, for example `["name", "updated:desc"]`; that of the service by default.
    /// - Returns: The channels.
    public func all(filter: String? = nil, sort: [String] = []) -> PagedSequence<ChannelMetadata> {
        all(MetadataQuery(filter: filter, sort: sort))
    }

    /// Returns the metadata of channels as a sequence, which requests each page when the iteration reaches it.
    ///
    /// - Parameter query: Selection, order, first page and size of the pages.
    /// - Returns: The channels.
    public func all(_ query: MetadataQuery) -> PagedSequence<ChannelMetadata> {
        client.paged(query) { query async throws(PubNubError) in try await page(query) }
    }

    /// Returns one page of the metadata of channels.
    ///
    /// - Parameter query: Selection, order and page; the first 100 channels by default.
    /// - Returns: The page, with its total number and the cursors of its neighbours.
    /// - Throws: ``PubNubError``.
    public func page(_ query: MetadataQuery = .init()) async throws(PubNubError) -> ObjectPage<ChannelMetadata> {
        let terms = query.terms
        let found = try await client.call { engine async throws(Failure) in try await engine.channels(terms) }
        return ObjectPage(found, terms) { ChannelMetadata($0) }
    }
}

extension PubNubClient {
    /// The metadata of channels.
    public var channels: Channels { Channels(client: self) }
}
