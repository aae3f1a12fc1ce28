public import Foundation
import PubNubMachines
import PubNubWire

/// A request for stored messages of one or several channels, with what the service knows beside them.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public final class PNHistoryFetchRequest {
    /// The names of the channels.
    public let channels: [String]

    /// Only messages before this time token. nil, the default, begins with the newest.
    public var start: NSNumber?

    /// Only messages from this time token on. nil, the default, reaches to the oldest.
    public var end: NSNumber?

    /// How many messages of each channel at most: up to 100 of one channel, up to 25 of several or with actions. 0, the
    /// default, means as many as that.
    public var max: UInt = 0

    /// Whether messages come with their metadata; false by default.
    public var includeMetadata = false

    /// Whether messages come with their kind; true by default.
    public var includeMessageType = true

    /// Whether messages come with the identifier of the client that sent them; true by default.
    public var includeUUID = true

    /// Whether messages come with the actions on them, which goes with one channel only; false by default.
    public var includeMessageActions = false

    /// Makes a request.
    ///
    /// - Parameter channels: The names of the channels, at least one.
    public init(channels: [String]) {
        self.channels = channels
    }

    func call() throws(PNError) -> Call<StoredPage> {
        guard !channels.isEmpty else { throw PNError(code: kPNMessageHasNoChannelError) }
        for channel in channels { _ = try Validation.channel(PNChannel(name: channel)) }
        guard !includeMessageActions || channels.count == 1 else {
            throw PNError(input: "Messages come with their actions for one channel at a time.")
        }
        let isSmall = includeMessageActions || channels.count > 1
        let limit = isSmall ? ServiceLimits.batchHistoryPage : ServiceLimits.historyPage
        guard max <= UInt(limit) else { throw PNError(input: "'max' is more than \(limit).") }
        let query = StoredPage.Query(
            start: try start.map { number throws(PNError) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(PNError) in try Validation.actionTarget(number, "end") },
            limit: max == 0 ? limit : Int(max),
            includesMetadata: includeMetadata,
            includesKinds: includeMessageType,
            includesPublishers: includeUUID,
            includesActions: includeMessageActions
        )
        return HistoryEndpoints.stored(on: NameList(channels), query)
    }
}
