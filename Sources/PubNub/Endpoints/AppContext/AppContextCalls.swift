// The calls of the requests of App Context.

extension PNFetchAllUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNUUIDMetadata>> {
        ObjectEndpoints.users(try query())
    }
}

extension PNFetchUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<PNUUIDMetadata> {
        ObjectEndpoints.user(try Validation.user(uuid, identifier), try query())
    }
}

extension PNSetUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<PNUUIDMetadata> {
        let change = try MetadataChange(self)
        return ObjectEndpoints.setUser(try Validation.user(uuid, identifier), change, try query())
    }
}

extension PNRemoveUUIDMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<Void> {
        ObjectEndpoints.removeUser(try Validation.user(uuid, identifier), try query())
    }
}

extension PNFetchAllChannelsMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNChannelMetadata>> {
        ObjectEndpoints.channels(try query())
    }
}

extension PNFetchChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<PNChannelMetadata> {
        ObjectEndpoints.channel(try Validation.identifier(channel, of: .channel), try query())
    }
}

extension PNSetChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<PNChannelMetadata> {
        let change = try MetadataChange(self)
        return ObjectEndpoints.setChannel(try Validation.identifier(channel, of: .channel), change, try query())
    }
}

extension PNRemoveChannelMetadataRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<Void> {
        ObjectEndpoints.removeChannel(try Validation.identifier(channel, of: .channel), try query())
    }
}

extension PNFetchMembershipsRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        RelationEndpoints.memberships(of: try Validation.user(uuid, identifier), try query())
    }
}

extension PNChangeMembershipsRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNMembership>> {
        let change = try RelationChange(self, of: .channel)
        return RelationEndpoints.changeMemberships(of: try Validation.user(uuid, identifier), change, try query())
    }
}

extension PNFetchChannelMembersRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        RelationEndpoints.members(of: try Validation.identifier(channel, of: .channel), try query())
    }
}

extension PNChangeChannelMembersRequest: CallRequest {
    package func call(for identifier: String) throws(PNError) -> Call<ObjectList<PNChannelMember>> {
        let channel = try Validation.identifier(channel, of: .channel)
        return RelationEndpoints.changeMembers(of: channel, try RelationChange(self, of: .uuid), try query())
    }
}
