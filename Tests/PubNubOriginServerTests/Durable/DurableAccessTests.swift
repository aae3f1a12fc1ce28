import Foundation
import GRDB
import PubNubCodec
import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

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

    @Test("Stores rights of all levels, with and without keys and expiry; revoked rights are removed")
    func acknowledgedChangesSurviveACrash() async throws {
        let file = try WrittenFile(folder.file())
        let kept: [ArchiveChange] = [
            record(.application, .write), record(.channel("a"), .read, until: 500),
            record(.channel("a"), [.read, .manage], key: "k"), record(.group("n:g"), .manage, key: "é"),
            record(.user("u"), [.get, .update, .join, .delete]),
        ]
        let gone = [record(.channel("b"), .read), record(.channel("b"), []), record(.group("x"), [], key: "k")]
        // Of two for the same, the later counts.
        try file.write([record(.application, .read)] + kept + gone)
        try folder.copyFiles(from: "data.sqlite", to: "copy.sqlite")
        let copy = try WrittenFile(folder.file("copy.sqlite"))
        let restored = try copy.archive.restore().changes
        #expect(restored.count == kept.count)
        #expect(kept.allSatisfy { restored.contains($0) })
        await copy.close()
        await file.close()
    }

    @Test("Rights, groups and devices survive a restart of the server")
    func restart() async throws {
        let clock = OriginManualClock()
        let configuration = OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: SignedCall.secretKey,
            accessManager: true,
            clock: clock
        ).storing(in: .file(folder.file()))
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

    @Test("Revoked tokens survive a restart of the server until they would have expired")
    func revokedTokens() async throws {
        let clock = OriginManualClock()
        let configuration = OriginConfiguration(
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: SignedCall.secretKey,
            accessManager: true
        )
        let target = "/publish/demo/demo/0/a/0/1"
        var tokens: [String] = []
        let first = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
        for minutes in [10, 20] as [Int64] {
            let call = TokenCall.grant(.channels(["a": 2], minutes: minutes), at: clock.date / 10_000_000)
            tokens.append(try #require(TokenCall.token(in: await first.origin.submit(call.request).text)))
        }
        let revocation = TokenCall.revocation(tokens[0], at: clock.date / 10_000_000)
        #expect(await first.origin.submit(revocation.request).status == 200)
        #expect(await first.get(target.with(tokens[0])).status == 403)
        await first.close()
        let second = try DurableOrigin(folder.file(), clock: clock, configuration: configuration)
        let refused = await second.get(target.with(tokens[0]))
        #expect(refused.status == 403)
        #expect(refused.text.contains("Token is revoked"))
        #expect(await second.get(target.with(tokens[1])).status == 200)
        clock.advance(by: .seconds(601))
        // A change of the tables, which removes what has expired.
        #expect(await second.get(target.with(tokens[1])).status == 200)
        // A server that stops ends the removal, which follows the change.
        var reading = Configuration()
        reading.readonly = true
        let tables = try DatabaseQueue(path: folder.file(), configuration: reading)
        let isRemoved = await eventually {
            (try? tables.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM revokedToken") }) == 0
        }
        #expect(isRemoved)
        try tables.close()
        await second.close()
        let file = try WrittenFile(folder.file())
        let restored = try file.archive.restore().changes
        #expect(!restored.contains { if case .revocation = $0 { true } else { false } })
        await file.close()
    }

    @Test func aFileOfTheThirdVersionIsTakenOver() async throws {
        let bytes = try Gzip.decompress(try #require(Base64.decode(OldDataFile.text)), limit: 1_000_000)
        try Data(bytes).write(to: URL(fileURLWithPath: folder.file()))
        let file = try WrittenFile(folder.file())
        let restored = try file.archive.restore()
        #expect(restored.reserved == 20)
        #expect(restored.messages.map(\.timetoken) == [10])
        let device = PushDevice(keyset: "demo", service: .apns, token: "0a")
        #expect(
            restored.changes == [
                .groups(.add(["a"], to: Topic(keyset: "demo", name: "n:g"))), .push(.add(["a"], to: device)),
                record(.channel("a"), [.read, .write], key: "k"),
            ]
        )
        try file.write([record(.channel("b"), .read)])
        await file.close()
    }
}
