public import Foundation
import PubNubWire

// Unchecked because it derives: it adds only constants of Sendable types.

/// A page of actions.
public final class PNFetchMessageActionsData: PNServiceData, @unchecked Sendable {
    private let next: Timetoken?
    private let prev: Timetoken?

    /// The actions on this page, in the order in which they were added.
    public let actions: [PNMessageAction]

    /// For `start` of the request for older actions; nil when the service says of no more.
    public var start: NSNumber? { next.map { NSNumber(value: $0.rawValue) } }

    /// For `end` of the request for older actions, where this one had an end; nil otherwise.
    public var end: NSNumber? { prev.map { NSNumber(value: $0.rawValue) } }

    init(_ list: ObjectList<PNMessageAction>) {
        actions = list.items
        next = list.next.flatMap { Timetoken($0) }
        prev = list.prev.flatMap { Timetoken($0) }
    }
}
