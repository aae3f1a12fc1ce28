/// A request for a page of all users.
public final class PNFetchAllUUIDMetadataRequest: PNObjectsPaginatedRequest {
    /// What the answer contains beyond what it always has; ``PNUUIDFields/totalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNUUIDFields {
        get { PNUUIDFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    public init() {
        super.init(fieldBits: PNUUIDFields.totalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNUUIDMetadata>> {
        ObjectEndpoints.users(try query())
    }
}
