import Foundation
import PubNubMachines
import PubNubWire

/// Groups, namespaces, and the channels of groups and devices.
extension Validation {
    static func check(namespace: String) throws(PNError) {
        try check(namespace, kPNRestrictedCharacterInChannelGroupNamespaceNameError)
    }

    /// The address of a group in the registry.
    static func address(of group: PNChannelGroup) throws(PNError) -> GroupAddress {
        try check(group)
        return GroupAddress(name: group.groupName, namespace: group.nspace)
    }

    /// The names of channels; at least one is required.
    static func names(of channels: [PNChannel]) throws(PNError) -> NameList {
        guard !channels.isEmpty else { throw PNError(code: kPNEmptyChannelGroupError) }
        for channel in channels {
            guard !channel.isChannelGroup else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
            try check(channel.name, kPNRestrictedCharacterInChannelNameError)
        }
        return NameList(channels.map(\.name))
    }

    /// The names of channels to add to a group, whose size is limited.
    static func names(toAdd channels: [PNChannel]) throws(PNError) -> NameList {
        let names = try names(of: channels)
        guard Set(names.names).count <= ServiceLimits.channelsPerGroup else {
            throw PNError(code: kPNEmptyChannelGroupSizeExceededError)
        }
        return names
    }
}
