import Testing

@testable import PubNubOrigin

private func target(_ scope: AccessTarget.Scope, keyset: String = "demo") -> AccessTarget {
    AccessTarget(keyset: keyset, scope: scope)
}

private func record(
    _ scope: AccessTarget.Scope,
    _ rights: AccessRights,
    key: String? = nil,
    until expiry: UInt64? = nil
) -> AccessRecord {
    AccessRecord(target: target(scope), key: key, grant: AccessGrant(rights: rights, expiry: expiry))
}

/// Documentation/WireProtocol.md, "Access manager".
@Suite("Access rights: levels, inheritance and expiry")
struct AccessStoreTests {
    private func store(_ records: AccessRecord..., capacity: Int = 100) -> AccessStore {
        var store = AccessStore(capacity: capacity)
        for record in records { store.apply(record) }
        return store
    }

    @Test(
        "Finds the right that covers a request",
        arguments: [
            (AccessTarget.Scope.application, AccessTarget.Scope.channel("a"), true),
            (.application, .group("g"), true), (.application, .user("u"), true), (.application, .application, true),
            (.channel("a"), .channel("a"), true), (.channel("a"), .channel("b"), false),
            (.channel("a"), .application, false), (.channel("a"), .group("a"), false),
            (.channel("a"), .channel("a-pnpres"), false), (.channel("a-pnpres"), .channel("a"), false),
            (.channel("a.*"), .channel("a.b"), true), (.channel("a.*"), .channel("a.b.c"), true),
            (.channel("a.b.*"), .channel("a.b.c"), true), (.channel("a.b.*"), .channel("a.c"), false),
            (.channel("a.*"), .channel("a"), false), (.channel("a.*"), .channel("ab"), false),
            (.channel("a.*"), .channel("a.*"), true), (.channel("a.*"), .channel("a.b.*"), true),
            (.channel("a.*"), .channel("a.b-pnpres"), false), (.channel("a.*-pnpres"), .channel("a.b-pnpres"), true),
            (.channel("a.*-pnpres"), .channel("a.b"), false),
            (.group("g"), .group("g"), true), (.group("g"), .group("h"), false), (.group("g"), .channel("g"), false),
            (.group("n:"), .group("n:g"), true), (.group("n:"), .group("m:g"), false),
            (.group("n:"), .group("g"), false),
            (.group(":"), .group("n:g"), true), (.group(":"), .group("g"), true), (.group("n:g"), .group("g"), false),
            (.group("g"), .group("g-pnpres"), false), (.group("n:"), .group("n:g-pnpres"), true),
        ]
    )
    func covering(given: AccessTarget.Scope, asked: AccessTarget.Scope, isAllowed: Bool) {
        let store = store(record(given, .read))
        #expect(store.allows(.read, on: target(asked), key: nil, at: 0) == isAllowed)
        #expect(!store.allows(.read, on: target(asked, keyset: "other"), key: nil, at: 0))
    }

    @Test func emptyAllowsNothing() {
        #expect(!store().allows(.read, on: target(.channel("a")), key: "k", at: 0))
        #expect(store().entry(on: target(.channel("a")), at: 0) == nil)
        #expect(store().scopes(keyset: "demo", at: 0).isEmpty)
    }

    @Test func everybodyIncludesKeysAndAKeyIsItsHolderOnly() {
        let everybody = store(record(.channel("a"), .read))
        #expect(everybody.allows(.read, on: target(.channel("a")), key: "k", at: 0))
        let one = store(record(.channel("a"), .read, key: "k"))
        #expect(one.allows(.read, on: target(.channel("a")), key: "k", at: 0))
        for key in ["l", nil] { #expect(!one.allows(.read, on: target(.channel("a")), key: key, at: 0)) }
    }

    @Test("Combines rights of all levels, and distinguishes them")
    func rights() {
        let store = store(record(.application, .write), record(.channel("a"), .read, key: "k"))
        #expect(store.allows([.write], on: target(.channel("a")), key: nil, at: 0))
        #expect(!store.allows(.read, on: target(.channel("a")), key: nil, at: 0))
        #expect(!store.allows(.manage, on: target(.channel("a")), key: "k", at: 0))
        #expect(store.allows(.read, on: target(.channel("a")), key: "k", at: 0))
    }

    @Test func rightsEndAtTheirDateAndNotBefore() {
        let store = store(record(.channel("a"), .read, until: 100))
        #expect(store.allows(.read, on: target(.channel("a")), key: nil, at: 99))
        #expect(!store.allows(.read, on: target(.channel("a")), key: nil, at: 100))
        #expect(store.scopes(keyset: "demo", at: 99) == [.channel("a")])
        #expect(store.scopes(keyset: "demo", at: 100).isEmpty)
    }

    @Test("Counts started minutes; rights without expiry have none")
    func minutes() {
        let minute: UInt64 = 600_000_000
        let grant = AccessGrant(rights: .read, expiry: 10 * minute)
        #expect([0, 1, 9 * minute, 9 * minute + 1, 10 * minute].map { grant.minutes(from: $0) } == [10, 10, 1, 1, 0])
        #expect(AccessGrant(rights: .read, expiry: nil).minutes(from: 5) == nil)
    }

    @Test func laterRightsReplaceEarlierOnesAndNoneTakeThemAway() {
        var store = store(record(.channel("a"), [.read, .write], key: "k"), record(.channel("a"), .read))
        store.apply(record(.channel("a"), .manage, key: "k"))
        #expect(!store.allows(.write, on: target(.channel("a")), key: "k", at: 0))
        #expect(store.count == 2)
        store.apply(record(.channel("a"), [], key: "k"))
        #expect(store.count == 1)
        #expect(store.allows(.read, on: target(.channel("a")), key: "k", at: 0), "everybody may still")
        store.apply(record(.channel("a"), []))
        #expect(store.count == 0)
        #expect(store.scopes(keyset: "demo", at: 0).isEmpty)
    }

    @Test("A full store accepts renewals and revocations, and new rights after others have expired")
    func capacity() {
        var store = store(
            record(.channel("a"), .read, until: 100),
            record(.channel("b"), .read, key: "k"),
            capacity: 2
        )
        let new = record(.channel("c"), .read)
        func fits(_ records: AccessRecord..., at date: UInt64) -> Bool { store.makeRoom(for: records, at: date) }
        #expect(!fits(new, at: 99))
        #expect(store.count == 2)
        #expect(fits(record(.channel("b"), .write, key: "k"), at: 99))
        #expect(fits(record(.channel("x"), []), at: 99))
        #expect(!fits(record(.channel("a"), .read), new, at: 100), "the renewed one had expired")
        #expect(fits(new, at: 100))
        #expect(store.count == 1)
    }
}
