import Foundation
import PubNub
import Testing

/// README "Client configuration", "Channels representation", "Channel groups representation" and "Error handling":
/// every form of 3.7.8 that makes a value, and what it makes.
@Suite struct ModelForms {
    private let given = Given()

    @Test func configurations() {
        let origin = "origin.test"
        let key = "demo"
        let made = [
            PNConfiguration(forOrigin: origin, publishKey: key, subscribeKey: key, secretKey: key),
            PNConfiguration(
                forOrigin: origin,
                publishKey: key,
                subscribeKey: key,
                secretKey: key,
                authorizationKey: key
            ),
            PNConfiguration(forOrigin: origin, publishKey: key, subscribeKey: key, secretKey: key, cipherKey: key),
            PNConfiguration(
                forOrigin: origin,
                publishKey: key,
                subscribeKey: key,
                secretKey: key,
                cipherKey: key,
                authorizationKey: key
            ),
            PNConfiguration(origin: origin, publishKey: key, subscribeKey: key, secretKey: key, cipherKey: key),
            PNConfiguration(
                origin: origin,
                publishKey: key,
                subscribeKey: key,
                secretKey: key,
                cipherKey: key,
                authorizationKey: key
            ),
            PNConfiguration.default().updatedConfiguration(
                withOrigin: origin,
                publishKey: key,
                subscribeKey: key,
                secretKey: key,
                cipherKey: key,
                authorizationKey: key
            ),
        ]
        #expect(made.allSatisfy { $0.origin == origin && $0.publishKey == key && $0.secretKey == key })
        #expect(made.map { $0.cipherKey == key } == [false, false, true, true, true, true, true])
        #expect(made.map { $0.authorizationKey == key } == [false, true, false, true, false, true, true])
        let plain = PNConfiguration(publishKey: key, subscribeKey: key, secretKey: key)
        let authorized = PNConfiguration(publishKey: key, subscribeKey: key, secretKey: key, authorizationKey: key)
        #expect([plain.origin, authorized.origin] == [kPNOriginHost, kPNOriginHost])
        #expect([plain.authorizationKey, authorized.authorizationKey] == [nil, key])
    }

    @Test func channels() {
        #expect(PNChannel.channel(withName: "call forms").name == "call forms")
        #expect(
            PNChannel.channel(withName: "call forms", shouldObservePresence: true)
                == PNChannel.channel(withName: "call forms")
        )
        #expect(PNChannel.channels(withName: "call forms") == PNChannel.channel(withName: "call forms"))
        #expect(PNChannel.channels(withName: "call forms", shouldObservePresence: true).name == "call forms")
        #expect(PNChannel.channels(withNames: ["a", "b"]).map(\.name) == ["a", "b"])
        #expect(PNChannelPresence(for: given.channel).name != given.channel.name)
    }

    @Test func groups() {
        let made = [
            PNChannelGroup(name: "g"),
            PNChannelGroup(name: "g", shouldObservePresence: true),
            PNChannelGroup(name: "g", inNamespace: "n"),
            PNChannelGroup(name: "g", inNamespace: "n", shouldObservePresence: true),
        ]
        #expect(made.map(\.groupName) == ["g", "g", "g", "g"])
        #expect(made.map(\.nspace) == [nil, nil, "n", "n"])
        #expect(PNChannelGroupNamespace(name: "n").nspace == "n")
        #expect(PNChannelGroupNamespace.allNamespaces() != PNChannelGroupNamespace(name: "n"))
    }

    @Test func messages() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let message = try #require(given.message)
        #expect(message.writeToFile(atPath: path))
        #expect(PNMessage(fromFileAtPath: path)?.message as? String == "kept")
    }

    @Test func errors() {
        #expect(PNError(code: kPNUnknownError).code == kPNUnknownError)
        #expect(PNError(message: "text", code: 7).code == 7)
        #expect(PNError(httpStatusCode: 404).code != 0)
        #expect(PNError(responseErrorMessage: "text").localizedDescription != "")
    }

    @Test func cipherHelpers() {
        given.configuration.cipherKey = "enigma"
        var error: PNError?
        let helper = PNCryptoHelper(configuration: given.configuration, error: &error)
        let secret = helper.encryptedString(from: "text", error: &error)
        #expect(helper.decryptedString(from: secret ?? "", error: &error) == "text")
        #expect(helper.update(with: given.configuration, withError: &error))
        #expect(error == nil)
    }
}
