public import Foundation
import PubNubCore
import PubNubWire

/// The action that was added.
public final class PNAddMessageActionData: PNServiceData {
    /// The action; `nil` if the operation failed.
    public let action: PNMessageAction?

    init(_ action: PNMessageAction?) {
        self.action = action
    }
}

/// The outcome of ``PubNub/addMessageAction(with:completion:)``.
public final class PNAddMessageActionStatus: PNAcknowledgmentStatus {
    /// The outcome that the properties of the status describe.
    public let content: PNStatusContent

    /// The action that was added.
    public let data: PNAddMessageActionData

    init(_ content: PNStatusContent, _ action: PNMessageAction?) {
        self.content = content
        data = PNAddMessageActionData(action)
    }
}

/// A page of actions.
public final class PNFetchMessageActionsData: PNServiceData {
    private let next: Timetoken?
    private let prev: Timetoken?

    /// The actions on this page, in the order in which they were added.
    public let actions: [PNMessageAction]

    /// The value for `start` of the request for older actions; `nil` if the service reports none.
    ///
    /// The service reports older actions only if its own limit of 100 actions ended the page. If the page has as many
    /// actions as the request allows, there may be older ones: request them with the timetoken of the oldest action.
    public var start: NSNumber? { next.map { NSNumber(value: $0.rawValue) } }

    /// The value for `end` of the request for older actions; `nil` if the request for this page had no end, and without
    /// a ``start``.
    public var end: NSNumber? { prev.map { NSNumber(value: $0.rawValue) } }

    init(_ list: ObjectList<PNMessageAction>) {
        actions = list.items
        next = list.next.flatMap { Timetoken($0) }
        prev = list.prev.flatMap { Timetoken($0) }
    }
}

/// The outcome of ``PubNub/fetchMessageActions(with:completion:)``.
public final class PNFetchMessageActionsResult: PNResult {
    /// The page of actions.
    public let data: PNFetchMessageActionsData

    init(_ list: ObjectList<PNMessageAction>) {
        data = PNFetchMessageActionsData(list)
    }
}

/// Receives the outcome of adding an action to a message.
public typealias PNAddMessageActionCompletionBlock = (PNAddMessageActionStatus) -> Void

/// Receives the outcome of removing an action from a message.
public typealias PNRemoveMessageActionCompletionBlock = (any PNAcknowledgmentStatus) -> Void

/// Receives a page of actions or the error: exactly one of the two.
public typealias PNFetchMessageActionsCompletionBlock = (PNFetchMessageActionsResult?, (any PNErrorStatus)?) -> Void

/// Receives a change of the actions of a message.
public typealias PNClientMessageActionHandlingBlock = (PNMessageActionResult?) -> Void
