import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("The data file: acknowledged users, channels and memberships survive")
struct DurableObjectsTests {
    private let folder: DataFolder
    private static let include = ["include": "custom,status,type,channel.custom", "count": "1"]
    private static let lists = ["/uuids", "/channels", "/uuids/%C3%A9/channels", "/channels/c/uuids"]

    init() throws { folder = try DataFolder() }

    private func fill(_ origin: WaitingOrigin, _ clock: OriginManualClock) async {
        let user = #"""
            {"name":"É","externalId":"x","profileUrl":"http://a","email":"a@b.de","type":"t","status":"s",
             "custom":{"whole":9007199254740991,"part":0.1,"flag":false,"text":"é"}}
            """#
        for (path, body) in [
            ("/uuids/%C3%A9", user), ("/uuids/gone", "{}"), ("/uuids/empty", "{}"),
            ("/channels/c", #"{"name":"C","description":"d"}"#), ("/channels/c", #"{"name":null}"#),
            (
                "/uuids/%C3%A9/channels",
                #"{"set":[{"channel":{"id":"c"},"custom":{"a":1},"status":"in"},{"channel":{"id":"x"}},{"channel":{"id":"y"}}]}"#
            ), ("/uuids/%C3%A9/channels", #"{"delete":[{"channel":{"id":"y"}}]}"#),
        ] {
            clock.advance(by: .microseconds(1_234_567))
            #expect(await origin.send("PATCH", path, body: body).status == 200)
        }
        #expect(await origin.send("DELETE", "/uuids/gone").status == 200)
    }

    private func everything(_ origin: WaitingOrigin) async -> [String] {
        var answers: [String] = []
        for path in Self.lists { answers.append(await origin.send("GET", path, Self.include).text) }
        return answers
    }

    @Test func acknowledgedChangesSurviveACrash() async throws {
        let clock = OriginManualClock()
        let first = try DurableOrigin(folder.file(), clock: clock)
        await fill(first.origin, clock)
        let before = await everything(first.origin)
        #expect(before.allSatisfy { $0.contains("updated") })
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let second = try DurableOrigin(folder.file("copy.sqlite"), clock: clock)
        #expect(await everything(second.origin) == before, "dates and versions among it")
        let count = second.core.withState { $0.objectStore.count }
        #expect(count == 5)
        #expect(second.core.withState { $0.objectStore.bytes } == first.core.withState { $0.objectStore.bytes })
        await second.close()
        await first.close()
    }

    @Test("What is acknowledged with U+0000 is the same after a restart")
    func nul() async throws {
        let clock = OriginManualClock()
        let bodies = [#"{"name":"a\u0000b"}"#, #"{"custom":{"x\u0000y":"p\u0000q"}}"#]
        let state = "/v2/presence/sub-key/demo/channel/c/uuid/u"
        let first = try DurableOrigin(folder.file(), clock: clock)
        var statuses: [Int] = []
        for body in bodies { statuses.append(await first.origin.send("PATCH", "/uuids/u", body: body).status) }
        #expect(statuses == [400, 200])
        _ = await first.get("/v2/presence/sub-key/demo/channel/c/heartbeat?uuid=u&heartbeat=60")
        _ = await first.get("\(state)/data?state=%7B%22a%22%3A%22x%5Cu0000y%22%7D")
        _ = await first.get("/publish/demo/demo/0/c/0/%22a%5Cu0000b%22?uuid=u")
        func everything(_ durable: DurableOrigin) async -> [String] {
            let user = await durable.origin.send("GET", "/uuids/u", ["include": "custom"]).text
            let stored = await durable.get("/v2/history/sub-key/demo/channel/c").text
            return [user, stored, await durable.get(state).text]
        }
        let before = await everything(first)
        #expect(before.allSatisfy { $0.contains(#"\u0000"#) })
        await first.close()
        let second = try DurableOrigin(folder.file(), clock: clock)
        #expect(await everything(second) == before)
        await second.close()
    }

    @Test func aVersionIsNotGivenAgainAfterARestart() async throws {
        let clock = OriginManualClock()
        var tags: Set<String> = []
        for _ in 0..<3 {
            let durable = try DurableOrigin(folder.file(), clock: clock)
            tags.insert(await durable.origin.send("PATCH", "/uuids/u", body: "{}").text)
            #expect(await durable.origin.send("DELETE", "/uuids/u").status == 200)
            await durable.close()
        }
        #expect(tags.count == 3)
    }

    @Test func refusesChangesThatCannotBeStored() async throws {
        let durable = try DurableOrigin(folder.file())
        await durable.log.close()
        let (status, text) = await durable.origin.send("PATCH", "/uuids/u", body: "{}")
        await durable.close()
        #expect(status == 500)
        #expect(try JSON(parsing: text)["error"]?["source"] == "objects")
    }
}
