import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("The settings of a client have what the configuration has")
struct ClientSettingsTests {
    @Test("The defaults are those of a new configuration")
    func defaults() {
        #expect(ClientSettings() == ClientSettings(PNDefaultConfiguration()))
    }

    @Test("Encryption formats", arguments: PNEncryptionFormat.allCases)
    func format(format: PNEncryptionFormat) {
        let configuration = PNConfiguration.default()
        configuration.encryptionFormat = format
        #expect(configuration.encryptionFormat == format)
        #expect("\(configuration.settings.encryptionFormat)" == "\(format)")
    }

    @Test("Versions of the subscribe protocol", arguments: PNSubscribeVersion.allCases)
    func version(version: PNSubscribeVersion) {
        let configuration = PNConfiguration.default()
        configuration.subscribeVersion = version
        #expect(configuration.subscribeVersion == version)
        #expect("\(configuration.settings.subscribeVersion)" == "\(version)")
    }

    @Test("Push services", arguments: PNPushService.allCases)
    func service(service: PNPushService) {
        #expect(service.service.rawValue == service.rawValue)
        #expect(PNPushService.allCases.count == RegisteredDevice.Service.allCases.count)
    }

    @Test("The outbox and the proxy")
    func outboxAndProxy() throws {
        let configuration = PNConfiguration.default()
        let outbox = PNOutbox(maximumMessages: 3, maximumBytes: 5, file: URL(fileURLWithPath: "/tmp/outbox"))
        configuration.outbox = outbox
        #expect(configuration.outbox == outbox)
        #expect(configuration.settings.outbox?.limits == .init(messages: 3, bytes: 5))
        let proxy = try PNProxy(url: "http://ann:sec%20ret@[::1]:8080/")
        configuration.proxy = proxy
        #expect(configuration.proxy == proxy)
        #expect(configuration.settings.proxy?.username == "ann" && configuration.settings.proxy?.password == "sec ret")
        #expect(configuration.settings.proxy?.description == proxy.description)
        configuration.outbox = nil
        configuration.proxy = nil
        #expect(configuration.outbox == nil && configuration.proxy == nil)
    }
}
