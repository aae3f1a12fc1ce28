public import GRDB

extension PubNubManagedUser {
    /// A request for the users that are members of a channel.
    ///
    /// - Parameter channelID: The identifier of the channel.
    /// - Returns: The request, in no order.
    public static func usersBy(channelID: String) -> QueryInterfaceRequest<Self> {
        let members = PubNubManagedMember.membersBy(channelID: channelID).filter(Column("userId") != nil)
        return filter(members.select(Column("userId")).contains(Column("id")))
    }
}
