import Foundation
import PubNubMachines
import PubNubWire

/// Groups, namespaces, and the channels that are put into groups and on devices.
extension Validation {
    static func check(namespace: String) throws(PNError) {
        try check(namespace, kPNRestrictedCharacterInChannelGroupNamespaceNameError)
    }

    /// Where the registry keeps a group.
    static func address(of group: PNChannelGroup) throws(PNError) -> GroupAddress {
        try check(group)
        return GroupAddress(name: group.groupName, namespace: group.nspace)
    }

    /// The names of channels, of which there has to be at least one.
    static func names(of channels: [PNChannel]) throws(PNError) -> NameList {
        guard !channels.isEmpty else { throw PNError(code: kPNEmptyChannelGroupError) }
        for channel in channels {
            guard !channel.isChannelGroup else { throw PNError(code: kPNRestrictedCharacterInChannelNameError) }
            try check(channel.name, kPNRestrictedCharacterInChannelNameError)
        }
        return NameList(channels.map(\.name))
    }

    /// The names of channels to put into a group, which cannot hold more than a certain number.
    static func names(toAdd channels: [PNChannel]) throws(PNError) -> NameList {
        let names = try names(of: channels)
        guard Set(names.names).count <= ServiceLimits.channelsPerGroup else {
            throw PNError(code: kPNEmptyChannelGroupSizeExceededError)
        }
        return names
    }
}
