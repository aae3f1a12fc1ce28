// Unchecked because it derives: it adds nothing.

/// Whether the service did what it was asked for.
public class PNAcknowledgmentStatus: PNErrorStatus, @unchecked Sendable {}
