/// Another name of ``PNMembershipFields``.
public typealias PNMemberFields = PNMembershipFields
