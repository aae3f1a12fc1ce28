/// A namespace was removed: its name.
public let kPNClientChannelGroupNamespaceRemovalCompleteNotification: String =
    "PNClientChannelGroupNamespaceRemovalCompleteNotification"

/// A namespace could not be removed: ``PNError`` about its name.
public let kPNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification: String =
    "PNClientChannelGroupNamespaceRemovalDidFailWithErrorNotification"

/// Namespaces arrived: an array of their names.
public let kPNClientChannelGroupNamespacesRequestCompleteNotification: String =
    "PNClientChannelGroupNamespacesRequestCompleteNotification"

/// Namespaces could not be requested: ``PNError``.
public let kPNClientChannelGroupNamespacesRequestDidFailWithErrorNotification: String =
    "PNClientChannelGroupNamespacesRequestDidFailWithErrorNotification"

/// A channel group was removed: ``PNChannelGroup``.
public let kPNClientChannelGroupRemovalCompleteNotification: String = "PNClientChannelGroupRemovalCompleteNotification"

/// A channel group could not be removed: ``PNError`` about the group.
public let kPNClientChannelGroupRemovalDidFailWithErrorNotification: String =
    "PNClientChannelGroupRemovalDidFailWithErrorNotification"

/// Channel groups arrived: an array of ``PNChannelGroup``, or a dictionary from the name of the namespace to one.
public let kPNClientChannelGroupsRequestCompleteNotification: String =
    "PNClientChannelGroupsRequestCompleteNotification"

/// Channel groups could not be requested: ``PNError`` about the name of the namespace.
public let kPNClientChannelGroupsRequestDidFailWithErrorNotification: String =
    "PNClientChannelGroupsRequestDidFailWithErrorNotification"

/// The channels of a group arrived: ``PNChannelGroup``.
public let kPNClientChannelsForGroupRequestCompleteNotification: String =
    "PNClientChannelsForGroupRequestCompleteNotification"

/// The channels of a group could not be requested: ``PNError`` about the group.
public let kPNClientChannelsForGroupRequestDidFailWithErrorNotification: String =
    "PNClientChannelsForGroupRequestDidFailWithErrorNotification"

/// Channels were added to a group: ``PNChannelGroupChange``.
public let kPNClientGroupChannelsAdditionCompleteNotification: String =
    "PNClientGroupChannelsAdditionCompleteNotification"

/// Channels could not be added to a group: ``PNError`` about ``PNChannelGroupChange``.
public let kPNClientGroupChannelsAdditionDidFailWithErrorNotification: String =
    "PNClientGroupChannelsAdditionDidFailWithErrorNotification"

/// Channels were removed from a group: ``PNChannelGroupChange``.
public let kPNClientGroupChannelsRemovalCompleteNotification: String =
    "PNClientGroupChannelsRemovalCompleteNotification"

/// Channels could not be removed from a group: ``PNError`` about ``PNChannelGroupChange``.
public let kPNClientGroupChannelsRemovalDidFailWithErrorNotification: String =
    "PNClientGroupChannelsRemovalDidFailWithErrorNotification"
