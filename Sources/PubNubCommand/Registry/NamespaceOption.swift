import ArgumentParser
import PubNub

/// Which namespace a group is in.
struct NamespaceOption: ParsableArguments {
    @Option(help: ArgumentHelp("Namespace of the group; without it the global one.", valueName: "namespace"))
    var namespace: String?

    /// The group as the library names it.
    func group(_ name: String) -> PNChannelGroup {
        PNChannelGroup(name: name, inNamespace: namespace)
    }
}
