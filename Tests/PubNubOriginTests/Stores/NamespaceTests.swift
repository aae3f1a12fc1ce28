import TestRandom
import Testing

@testable import PubNubOrigin

@Suite("Groups in namespaces exist only while they contain channels (README)")
struct NamespaceTests {
    private var groups = GroupTable()

    @Test func aNamespaceComesAndGoesWithItsGroups() {
        var groups = groups
        groups.add(["a"], to: "foo:g", keyset: "demo")
        groups.add(["a", "b"], to: "foo:h", keyset: "demo")
        groups.add(["a"], to: "g", keyset: "demo")
        groups.add(["a"], to: "bar:g", keyset: "other")
        #expect(groups.namespaces(keyset: "demo") == ["foo"])
        #expect(groups.groups(keyset: "demo", namespace: "foo") == ["g", "h"])
        #expect(groups.groups(keyset: "demo") == ["g"])
        groups.remove(["a"], from: "foo:g", keyset: "demo")
        #expect(groups.groups(keyset: "demo", namespace: "foo") == ["h"])
        groups.removeGroup("foo:h", keyset: "demo")
        #expect(groups.namespaces(keyset: "demo") == [])
        #expect(groups.namespaces(keyset: "other") == ["bar"])
        #expect(groups.groups(holding: "a", keyset: "demo") == ["g"])
    }

    @Test("Removing a namespace removes its groups and their channels (README)")
    func removal() {
        var groups = groups
        for group in ["foo:g", "foo:h", "fooo:g", "g"] { groups.add(["a", "b"], to: group, keyset: "demo") }
        groups.removeNamespace("foo", keyset: "demo")
        #expect(groups.namespaces(keyset: "demo") == ["fooo"])
        #expect(groups.channels(of: "foo:g", keyset: "demo") == [])
        #expect(groups.groups(holding: "a", keyset: "demo") == ["fooo:g", "g"])
        #expect(groups.count == 4)
    }

    @Test("Agrees with a plain list after random changes", arguments: 1...10)
    func agreesWithModel(seed: UInt64) {
        struct Entry: Hashable {
            let keyset: String
            let group: String
            let channel: String
        }
        var random = SeededGenerator(seed: seed)
        var groups = groups
        var model: Set<Entry> = []
        let keysets = ["k", "l"]
        let names = ["g", "h", "n:g", "n:h", "m:g"]
        let channels = ["a", "b", "c"]
        for _ in 0..<400 {
            let keyset = keysets[Int.random(in: 0..<2, using: &random)]
            let group = names[Int.random(in: 0..<5, using: &random)]
            let some = channels.filter { _ in Bool.random(using: &random) }
            let topic = Topic(keyset: keyset, name: group)
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                groups.apply(.removeGroup(topic))
                model = model.filter { $0.keyset != keyset || $0.group != group }
            case 1:
                groups.apply(.removeNamespace("n", keyset: keyset))
                model = model.filter { $0.keyset != keyset || !$0.group.hasPrefix("n:") }
            case 2...4:
                groups.apply(.remove(some, from: topic))
                model = model.filter { $0.keyset != keyset || $0.group != group || !some.contains($0.channel) }
            default:
                groups.apply(.add(some, to: topic))
                model.formUnion(some.map { Entry(keyset: keyset, group: group, channel: $0) })
            }
            let mine = model.filter { $0.keyset == keyset }
            #expect(groups.count == model.count)
            #expect(
                groups.channels(of: group, keyset: keyset) == mine.filter { $0.group == group }.map(\.channel).sorted()
            )
            #expect(
                Set(groups.groups(holding: "a", keyset: keyset)) == Set(mine.filter { $0.channel == "a" }.map(\.group))
            )
            let parts = mine.map { GroupName(wire: $0.group) }
            #expect(Set(groups.namespaces(keyset: keyset)) == Set(parts.map(\.namespace).filter { !$0.isEmpty }))
            for space in ["", "n", "m"] {
                let expected = Set(parts.filter { $0.namespace == space }.map(\.bare))
                #expect(Set(groups.groups(keyset: keyset, namespace: space)) == expected)
            }
        }
    }
}
