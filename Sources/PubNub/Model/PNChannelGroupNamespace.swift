// Unchecked because the superclass is: nothing is added to it.

/// A namespace of channel groups, as access rights are given on.
public final class PNChannelGroupNamespace: PNChannelGroup, @unchecked Sendable {
    /// Makes a namespace.
    ///
    /// - Parameter name: The name: 1 to 92 characters, without `,`, `/` and `:`, neither `.` nor `..`.
    public convenience init(name: String) {
        self.init(kind: .namespace, name: "", namespace: name, observesPresence: nil)
    }

    /// Gives the object that stands for every namespace of the subscribe key.
    ///
    /// - Returns: A namespace equal to every other result of this function.
    public class func allNamespaces() -> PNChannelGroupNamespace {
        PNChannelGroupNamespace(name: ":")
    }
}
