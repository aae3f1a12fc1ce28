package import PubNubCore
package import PubNubMachines

// The calls of the requests of App Context.

extension PNFetchAllUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNUUIDMetadata>> {
        ObjectEndpoints.users(try query())
            .map { list in list.map { PNUUIDMetadata($0) } }
    }
}

extension PNFetchUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<PNUUIDMetadata> {
        ObjectEndpoints.user(try Validation.user(uuid, identifier), try query())
            .map { PNUUIDMetadata($0) }
    }
}

extension PNSetUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<PNUUIDMetadata> {
        let change = try MetadataChange(self)
        return ObjectEndpoints.setUser(try Validation.user(uuid, identifier), change, try query())
            .map { PNUUIDMetadata($0) }
    }
}

extension PNRemoveUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<Void> {
        ObjectEndpoints.removeUser(try Validation.user(uuid, identifier), try query())
    }
}

extension PNFetchAllChannelsMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNChannelMetadata>> {
        ObjectEndpoints.channels(try query())
            .map { list in list.map { PNChannelMetadata($0) } }
    }
}

extension PNFetchChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<PNChannelMetadata> {
        ObjectEndpoints.channel(try Validation.identifier(channel, of: .channel), try query())
            .map { PNChannelMetadata($0) }
    }
}

extension PNSetChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<PNChannelMetadata> {
        let change = try MetadataChange(self)
        return ObjectEndpoints.setChannel(try Validation.identifier(channel, of: .channel), change, try query())
            .map { PNChannelMetadata($0) }
    }
}

extension PNRemoveChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<Void> {
        ObjectEndpoints.removeChannel(try Validation.identifier(channel, of: .channel), try query())
    }
}

extension PNFetchMembershipsRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNMembership>> {
        RelationEndpoints.memberships(of: try Validation.user(uuid, identifier), try query())
            .map { list in list.map { PNMembership($0) } }
    }
}

extension PNChangeMembershipsRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNMembership>> {
        let change = try RelationChange(self, of: .channel)
        return RelationEndpoints.changeMemberships(of: try Validation.user(uuid, identifier), change, try query())
            .map { list in list.map { PNMembership($0) } }
    }
}

extension PNFetchChannelMembersRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNChannelMember>> {
        RelationEndpoints.members(of: try Validation.identifier(channel, of: .channel), try query())
            .map { list in list.map { PNChannelMember($0) } }
    }
}

extension PNChangeChannelMembersRequest: CallRequest {
    package func call(for identifier: String) throws(Failure) -> Call<ObjectList<PNChannelMember>> {
        let channel = try Validation.identifier(channel, of: .channel)
        return RelationEndpoints.changeMembers(of: channel, try RelationChange(self, of: .uuid), try query())
            .map { list in list.map { PNChannelMember($0) } }
    }
}
