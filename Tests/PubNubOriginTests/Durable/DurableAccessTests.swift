import Foundation
import PubNubCodec
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

@Suite("The data file: access rights, and files of earlier versions")
struct DurableAccessTests {
    private let folder: DataFolder

    init() throws { folder = try DataFolder() }

    private func record(
        _ scope: AccessTarget.Scope,
        _ rights: AccessRights,
        key: String? = nil,
        until expiry: UInt64? = nil
    ) -> ArchiveChange {
        let target = AccessTarget(keyset: "demo", scope: scope)
        return .access(AccessRecord(target: target, key: key, grant: AccessGrant(rights: rights, expiry: expiry)))
    }

    private func keep(_ changes: [ArchiveChange], _ archive: DurableArchive) async -> Bool {
        await withCheckedContinuation { continuation in
            archive.keep(changes) { continuation.resume(returning: $0) }
        }
    }

    @Test("Of every level, for everybody and for keys, with and without an end; what was taken away is gone")
    func whatWasAcknowledgedIsThereAfterACrash() async throws {
        let archive = try DurableArchive(path: folder.file())
        let kept: [ArchiveChange] = [
            record(.application, .write), record(.channel("a"), .read, until: 500),
            record(.channel("a"), [.read, .manage], key: "k"), record(.group("n:g"), .manage, key: "é"),
            record(.user("u"), [.get, .update, .join, .delete]),
        ]
        let gone = [record(.channel("b"), .read), record(.channel("b"), []), record(.group("x"), [], key: "k")]
        #expect(await keep([record(.application, .read)] + kept + gone, archive), "of two for the same, the later")
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let copy = try DurableArchive(path: folder.file("copy.sqlite"))
        let restored = try copy.restore(region: 1).changes
        #expect(restored.count == kept.count)
        #expect(kept.allSatisfy { restored.contains($0) })
        await copy.close()
        await archive.close()
        #expect(await !keep(kept, archive), "a closed file takes nothing")
    }

    @Test("Rights, groups and devices survive a restart of the server")
    func restart() async throws {
        let clock = OriginManualClock()
        let configuration = OriginConfiguration(
            dataFile: folder.file(),
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: SignedCall.secretKey,
            accessManager: true,
            clock: clock
        )
        let seconds = clock.date / 10_000_000
        let device = "/v1/push/sub-key/demo/devices/\(String(repeating: "0a", count: 32))"
        try await withOrigin(configuration) { _, address in
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                for items in [["channel": "a,a-pnpres", "r": "1", "ttl": "0"], ["m": "1", "w": "1", "ttl": "1"]] {
                    connection.get(SignedCall(items: items, timestamp: seconds).target)
                    #expect(connection.answer()?.status == 200)
                }
                connection.get("/v1/channel-registration/sub-key/demo/namespace/n/channel-group/g?add=a")
                #expect(connection.answer()?.status == 200)
                connection.get(device + "?add=a")
                #expect(connection.answer()?.status == 200)
            }
        }
        clock.advance(by: .seconds(59))
        try await withOrigin(configuration) { server, address in
            #expect(server.channels(ofGroup: "n:g", subscribeKey: "demo") == ["a"])
            try await onOwnThread {
                let connection = try #require(RawConnection(port: address.port))
                connection.get(device)
                #expect(connection.answer()?.text == #"["a"]"#)
                connection.get("/publish/demo/demo/0/b/0/1")
                #expect(connection.answer()?.status == 200)
                clock.advance(by: .seconds(1))
                connection.get("/publish/demo/demo/0/b/0/1")
                #expect(connection.answer()?.status == 403, "its minute is over")
                connection.get("/v2/history/sub-key/demo/channel/a")
                #expect(connection.answer()?.status == 200)
            }
        }
    }

    @Test func aFileOfTheThirdVersionIsTakenOver() async throws {
        let bytes = try Gzip.decompress(try #require(Base64.decode(OldDataFile.text)), limit: 1_000_000)
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file()))
        let archive = try DurableArchive(path: folder.file())
        let restored = try archive.restore(region: 1)
        #expect(restored.latest == 20)
        #expect(restored.messages.map(\.timetoken) == [10])
        let device = PushDevice(keyset: "demo", service: .apns, token: "0a")
        #expect(
            restored.changes == [
                .groups(.add(["a"], to: Topic(keyset: "demo", name: "n:g"))), .push(.add(["a"], to: device)),
                record(.channel("a"), [.read, .write], key: "k"),
            ]
        )
        #expect(await keep([record(.channel("b"), .read)], archive))
        await archive.close()
    }
}
