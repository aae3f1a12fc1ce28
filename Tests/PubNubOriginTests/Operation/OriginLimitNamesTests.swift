import Testing

@testable import PubNubOrigin

@Suite("Limits by name")
struct OriginLimitNamesTests {
    @Test("Every limit can be set by its name, and every name is a limit")
    func names() {
        let properties = Mirror(reflecting: OriginLimits()).children.compactMap(\.label)
        #expect(OriginLimit.all.map(\.name).sorted() == properties.sorted())
    }

    @Test(
        "Of the limits that always have a duration, servers of a cluster share the one that decides when events are published"
    )
    func durations() {
        for limit in OriginLimit.all {
            guard case .duration = limit.kind else { continue }
            #expect(limit.isApplied == (limit.name == "presenceAnnouncementDelay"), "\(limit.name)")
        }
    }

    @Test("A name sets its own property and no other")
    func properties() {
        for limit in OriginLimit.all {
            var limits = OriginLimits()
            switch limit.kind {
            case .count(let path): limits[keyPath: path] = 987_654_321
            case .optionalCount(let path): limits[keyPath: path] = 987_654_321
            case .duration(let path): limits[keyPath: path] = .seconds(987_654_321)
            case .optionalDuration(let path): limits[keyPath: path] = .seconds(987_654_321)
            case .range(let path): limits[keyPath: path] = 1...987_654_321
            case .flag(let path): limits[keyPath: path].toggle()
            }
            let changed = zip(Mirror(reflecting: limits).children, Mirror(reflecting: OriginLimits()).children)
                .filter { "\($0.value)" != "\($1.value)" }
            #expect(changed.map(\.0.label) == [limit.name])
        }
    }
}
