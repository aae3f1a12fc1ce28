public import Foundation
import PubNubWire

/// A request for a page of the actions on the messages of a channel.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public final class PNFetchMessageActionsRequest {
    /// The name of the channel.
    public let channel: String

    /// Only actions before this time token of an action. nil, the default, begins with the newest.
    public var start: NSNumber?

    /// Only actions from this time token of an action on. nil, the default, reaches to the oldest.
    public var end: NSNumber?

    /// How many actions a page has at most, 1 to 100; 100 by default. Zero leaves it to the service.
    public var limit: UInt = 100

    /// Makes a request.
    ///
    /// - Parameter channel: The name of the channel.
    public init(channel: String) {
        self.channel = channel
    }

    func call() throws(PNError) -> Call<ObjectList<PNMessageAction>> {
        guard limit <= UInt(ServiceLimits.actionsPage) else {
            throw PNError(input: "'limit' is more than \(ServiceLimits.actionsPage).")
        }
        return MessageActionEndpoints.actions(
            on: try Validation.channel(PNChannel(name: channel)).name,
            start: try start.map { number throws(PNError) in try Validation.actionTarget(number, "start") },
            end: try end.map { number throws(PNError) in try Validation.actionTarget(number, "end") },
            limit: Int(limit)
        )
    }
}
