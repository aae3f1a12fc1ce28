import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNubOrigin

@Suite("The data file: users, channels and memberships survive once they are acknowledged")
struct DurableObjectsTests {
    private let folder: DataFolder
    private static let include = ["include": "custom,status,type,channel.custom", "count": "1"]
    private static let lists = ["/uuids", "/channels", "/uuids/%C3%A9/channels", "/channels/c/uuids"]

    init() throws { folder = try DataFolder() }

    private func origin(_ archive: DurableArchive, _ clock: OriginManualClock) throws -> WaitingOrigin {
        WaitingOrigin(
            OriginCore(
                configuration: OriginConfiguration(clock: clock),
                archive: archive,
                restored: try archive.restore(region: 1)
            )
        )
    }

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

    @Test func whatWasAcknowledgedIsThereAfterACrash() async throws {
        let clock = OriginManualClock()
        let archive = try DurableArchive(path: folder.file())
        let first = try origin(archive, clock)
        await fill(first, clock)
        let before = await everything(first)
        #expect(before.allSatisfy { $0.contains("updated") })
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let copy = try DurableArchive(path: folder.file("copy.sqlite"))
        let second = try origin(copy, clock)
        #expect(await everything(second) == before, "dates and versions among it")
        let count = second.core.withState { $0.objectStore.count }
        #expect(count == 5)
        #expect(second.core.withState { $0.objectStore.bytes } == first.core.withState { $0.objectStore.bytes })
        await copy.close()
        await archive.close()
    }

    @Test func aVersionIsNotGivenAgainAfterARestart() async throws {
        let clock = OriginManualClock()
        var tags: Set<String> = []
        for _ in 0..<3 {
            let archive = try DurableArchive(path: folder.file())
            let origin = try origin(archive, clock)
            tags.insert(await origin.send("PATCH", "/uuids/u", body: "{}").text)
            #expect(await origin.send("DELETE", "/uuids/u").status == 200)
            await archive.close()
        }
        #expect(tags.count == 3)
    }

    @Test func whatCannotBeKeptIsRefused() async throws {
        let archive = try DurableArchive(path: folder.file())
        let origin = try origin(archive, OriginManualClock())
        await archive.close()
        let (status, text) = await origin.send("PATCH", "/uuids/u", body: "{}")
        #expect(status == 500)
        #expect(try JSONValue(parsing: text)["error"]?["source"] == "objects")
    }
}
