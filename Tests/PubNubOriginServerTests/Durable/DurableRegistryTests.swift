import PubNubTestSupport
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

@Suite("The data file: acknowledged groups, namespaces and devices survive")
struct DurableRegistryTests {
    private let folder: DataFolder
    private static let device = PushDevice(keyset: "demo", service: .apns, token: "0a")
    private static let topicDevice = PushDevice(
        keyset: "demo",
        service: .apns2,
        token: "0a",
        topic: "com.example",
        environment: "production"
    )

    init() throws { folder = try DataFolder() }

    private func group(_ name: String) -> Topic { Topic(keyset: "demo", name: name) }

    /// The state that a new process restores.
    private func restored(_ file: WrittenFile) throws -> OriginState {
        var state = OriginState(configuration: OriginConfiguration())
        for change in try file.archive.restore().changes { state.apply(change) }
        return state
    }

    @Test func acknowledgedChangesSurviveACrash() async throws {
        let file = try WrittenFile(folder.file())
        let changes: [ArchiveChange] = [
            .groups(.add(["a", "b"], to: group("g"))), .groups(.add(["a"], to: group("n:g"))),
            .groups(.add(["a"], to: group("n:h"))), .groups(.add(["a"], to: group("no:g"))),
            .groups(.add(["x"], to: group("gone"))), .groups(.remove(["b"], from: group("g"))),
            .groups(.removeGroup(group("gone"))), .groups(.removeNamespace("n", keyset: "demo")),
            .push(.add(["a", "b"], to: Self.device)), .push(.remove(["a"], from: Self.device)),
            .push(.add(["c", "é"], to: Self.topicDevice)),
            .push(.add(["z"], to: PushDevice(keyset: "demo", service: .fcm, token: "0a"))),
            .push(.removeDevice(PushDevice(keyset: "demo", service: .fcm, token: "0a"))),
        ]
        for change in changes { try file.write([change]) }
        try file.write([.groups(.add(["a"], to: group("g")))])
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let copy = try WrittenFile(folder.file("copy.sqlite"))
        let state = try restored(copy)
        #expect(state.groups.groups(keyset: "demo") == ["g"])
        #expect(state.groups.channels(of: "g", keyset: "demo") == ["a"])
        #expect(state.groups.namespaces(keyset: "demo") == ["no"])
        #expect(state.push.channels(of: Self.device) == ["b"])
        #expect(state.push.channels(of: Self.topicDevice) == ["c", "é"])
        #expect(state.registeredChannels == 5)
        await copy.close()
        await file.close()
    }

    @Test("After random changes, the file and the memory agree", arguments: 1...4)
    func agreesWithMemory(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let file = try WrittenFile(folder.file())
        var memory = OriginState(configuration: OriginConfiguration())
        for _ in 0..<150 {
            let name = ["g", "h", "n:g", "m:g"][Int.random(in: 0..<4, using: &random)]
            let some = ["a", "b", "c"].filter { _ in Bool.random(using: &random) }
            let device = Bool.random(using: &random) ? Self.device : Self.topicDevice
            let change: ArchiveChange =
                switch Int.random(in: 0..<8, using: &random) {
                case 0: .groups(.removeGroup(group(name)))
                case 1: .groups(.removeNamespace("n", keyset: "demo"))
                case 2: .groups(.remove(some, from: group(name)))
                case 3: .push(.removeDevice(device))
                case 4: .push(.remove(some, from: device))
                case 5: .push(.add(some, to: device))
                default: .groups(.add(some, to: group(name)))
                }
            try file.write([change])
            memory.apply(change)
        }
        let state = try restored(file)
        for name in ["g", "h", "n:g", "m:g"] {
            #expect(state.groups.channels(of: name, keyset: "demo") == memory.groups.channels(of: name, keyset: "demo"))
        }
        for device in [Self.device, Self.topicDevice] {
            #expect(state.push.channels(of: device) == memory.push.channels(of: device))
        }
        #expect(state.registeredChannels == memory.registeredChannels)
        await file.close()
    }

    @Test func theServerBringsThemBack() async throws {
        let configuration = OriginConfiguration().storing(in: .file(folder.file()))
        try await withOrigin(configuration) { server, _ in
            try await server.addChannels(["a", "b"], toGroup: "n:g", subscribeKey: "demo")
            try await server.removeChannels(["b"], fromGroup: "n:g", subscribeKey: "demo")
        }
        try await withOrigin(configuration) { server, _ in
            #expect(server.channels(ofGroup: "n:g", subscribeKey: "demo") == ["a"])
        }
    }

    @Test("A change by the program itself that is refused or cannot be stored is an error, and changes nothing")
    func refusedChange() async throws {
        let server = OriginServer(configuration: OriginConfiguration().storing(in: .file(folder.file())))
        await #expect(throws: OriginError.self) {
            try await server.addChannels(["a"], toGroup: "g", subscribeKey: "demo")
        }
        try await withOrigin(OriginConfiguration().storing(in: .file(folder.file("other.sqlite")))) { server, _ in
            let long = String(repeating: "x", count: 93)
            await #expect(throws: OriginError.self) {
                try await server.addChannels([long], toGroup: "g", subscribeKey: "demo")
            }
            #expect(server.channels(ofGroup: "g", subscribeKey: "demo").isEmpty)
        }
    }
}
