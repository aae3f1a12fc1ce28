import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

/// Documentation/WireProtocol.md, "App Context".
@Suite("Versions of objects")
struct ObjectTagTests {
    @Test func thatOfAMembershipIsAFunctionOfItsContent() {
        #expect(ObjectTag.ofMembership(ObjectContent()) == ObjectsProbe.emptyTag)
        var content = ObjectContent()
        content.status = "active"
        var other = ObjectContent()
        other.status = "active"
        let active = ObjectTag.ofMembership(content)
        #expect(active != ObjectsProbe.emptyTag)
        #expect(active == ObjectTag.ofMembership(other))
        content.custom = ["a": 1]
        #expect(ObjectTag.ofMembership(content) != active)
        #expect(active.hasPrefix("A") && (12...16).contains(active.count) && !active.contains("="))
    }

    @Test func thatOfAUserHas32DigitsAndIsNewWithEveryChange() {
        let tags = [1, 2].flatMap { timetoken in
            ObjectKind.allCases.map { ObjectTag.ofRecord("a", $0, keyset: "demo", changed: timetoken) }
        }
        #expect(Set(tags).count == 4)
        #expect(tags.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) && $0 == $0.lowercased() })
    }
}
