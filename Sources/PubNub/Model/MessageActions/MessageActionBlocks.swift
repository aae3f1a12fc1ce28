/// Takes how the adding of an action to a message ended.
public typealias PNAddMessageActionCompletionBlock = (PNAddMessageActionStatus) -> Void

/// Takes how the removal of an action from a message ended.
public typealias PNRemoveMessageActionCompletionBlock = (PNAcknowledgmentStatus) -> Void

/// Takes a page of actions, or how it failed: one of the two.
public typealias PNFetchMessageActionsCompletionBlock = (PNFetchMessageActionsResult?, PNErrorStatus?) -> Void

/// Takes what happened to an action of a message.
public typealias PNClientMessageActionHandlingBlock = (PNMessageActionResult?) -> Void
