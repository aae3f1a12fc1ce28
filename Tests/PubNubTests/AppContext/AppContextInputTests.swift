import Foundation
import PubNubMachines
import Testing

@testable import PubNub

/// Errors that are found before anything is sent (Documentation/WireProtocol.md, "App Context").
@Suite("App Context, input")
struct AppContextInputTests {
    /// The error of a request; nil if it can be sent.
    private func fault(_ make: () throws(Failure) -> Void) -> String? {
        do throws(Failure) {
            try make()
            return nil
        } catch {
            let content = PNStatusContent(error: PNError(error)) {}
            #expect(content.category == .badRequestCategory)
            return content.information
        }
    }

    private func fault(user identifier: String) -> String? {
        fault { () throws(Failure) in _ = try PNFetchUUIDMetadataRequest(uuid: identifier).call(for: "me") }
    }

    private func fault(channel name: String) -> String? {
        fault { () throws(Failure) in _ = try PNFetchChannelMetadataRequest(channel: name).call(for: "u") }
    }

    private func fault(custom: [String: Any]) -> String? {
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.custom = custom
        return fault { () throws(Failure) in _ = try request.call(for: "me") }
    }

    private func fault(entries: [[String: Any]]) -> String? {
        fault { () throws(Failure) in _ = try PNSetMembershipsRequest(uuid: "u", channels: entries).call(for: "me") }
    }

    @Test("An identifier has 1 to 92 characters, and no character with a meaning to the service")
    func identifiers() {
        #expect(fault(user: String(repeating: "a", count: 92)) == nil)
        #expect(fault(user: "🎈 é %") == nil)
        #expect(fault(channel: "a.b-c_d") == nil)
        #expect(fault(channel: "") == "The channel is missing.")
        #expect(fault(user: String(repeating: "é", count: 92)) == nil)
        for character in ["a", "é"] {
            let name = String(repeating: character, count: 93)
            #expect(fault(user: name) == "The uuid \"\(name)\" has 93 characters; the maximum is 92.")
        }
        for character in [",", "/", "\\", ":", "*", "\u{0}", "\n", "\u{7F}", ",\u{301}"] {
            let what = "a comma, slash, backslash, colon, star or control character"
            #expect(fault(user: "a\(character)b") == "The uuid \(String(reflecting: "a\(character)b")) has \(what).")
            #expect(fault(channel: character) == "The channel \(String(reflecting: character)) has \(what).")
        }
    }

    @Test("The client's own identifier has the same limits")
    func ownIdentifier() {
        let own = String(repeating: "x", count: 93)
        #expect(fault { () throws(Failure) in _ = try PNFetchMembershipsRequest(uuid: nil).call(for: own) } != nil)
    }

    @Test("Invalid channel names have the same error code as elsewhere")
    func codes() {
        func code(_ name: String) -> Int? {
            do throws(Failure) {
                _ = try PNRemoveChannelMetadataRequest(channel: name).call(for: "u")
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("a,b") == kPNRestrictedCharacterInChannelNameError)
        #expect(code("") == kPNUnknownError)
    }

    @Test("Custom values are strings, numbers and booleans; the error names any other value")
    func custom() {
        #expect(fault(custom: ["a": "x", "b": 1, "c": true, "d": -0.5, "e": NSNumber(value: 7)]) == nil)
        #expect(fault(custom: ["n": 9_007_199_254_740_991, "m": -9_007_199_254_740_991]) == nil)
        let wrong = "is not a string, number or boolean."
        #expect(fault(custom: ["x": NSNull()]) == "'custom.x' \(wrong)")
        #expect(fault(custom: ["x": [1]]) == "'custom.x' \(wrong)")
        #expect(fault(custom: ["x": ["y": 1]]) == "'custom.x' \(wrong)")
        #expect(fault(custom: ["x": Date.now]) == "'custom.x' \(wrong)")
        #expect(fault(custom: ["x": Double.nan]) == "'custom.x' \(wrong)")
        let large = "'custom.x' is an integer beyond ±9007199254740991."
        #expect(fault(custom: ["x": 9_007_199_254_740_992]) == large)
        #expect(fault(custom: ["x": UInt64.max]) == large)
        #expect(fault(custom: ["x": Int.min]) == large)
        #expect(fault(custom: ["x": Decimal(string: "123456789012345678901234567890") as Any]) == large)
        #expect(fault(custom: ["x": PNJSONNumber("1e400") as Any]) == large)
        #expect(fault(custom: ["x": Decimal(string: "3.14159265358979323846") as Any]) == nil)
    }

    @Test("Strings have a maximum length, depending on the field")
    func lengths() {
        func fault(_ set: (PNSetUUIDMetadataRequest) -> Void) -> String? {
            let request = PNSetUUIDMetadataRequest(uuid: "u")
            set(request)
            return self.fault { () throws(Failure) in _ = try request.call(for: "me") }
        }
        func text(_ count: Int) -> String { String(repeating: "é", count: count) }
        #expect(fault { $0.name = text(2048) } == nil)
        #expect(fault { $0.name = text(2049) } == "'name' has more than 2048 characters.")
        #expect(fault { $0.externalId = text(2049) } == "'externalId' has more than 2048 characters.")
        #expect(fault { $0.profileUrl = text(2049) } == "'profileUrl' has more than 2048 characters.")
        #expect(fault { $0.email = text(320) } == nil)
        #expect(fault { $0.email = text(321) } == "'email' has more than 320 characters.")
        #expect(fault { $0.status = text(51) } == "'status' has more than 50 characters.")
        #expect(fault { $0.type = text(51) } == "'type' has more than 50 characters.")
        let channel = PNSetChannelMetadataRequest(channel: "c")
        channel.information = text(2049)
        #expect(
            self.fault { () throws(Failure) in _ = try channel.call(for: "u") }
                == "'information' has more than 2048 characters."
        )
    }

    @Test("A record has at most 32 KiB")
    func recordSize() {
        #expect(fault(custom: ["x": String(repeating: "a", count: 32 * 1024 - 19)]) == nil)
        #expect(
            fault(custom: ["x": String(repeating: "a", count: 32 * 1024 - 18)])
                == "'The record' has more than 32768 bytes as JSON."
        )
        let entry: [String: Any] = ["channel": "a", "custom": ["x": String(repeating: "a", count: 33 * 1024)]]
        #expect(fault(entries: [entry]) == "'The entry of a' has more than 32768 bytes as JSON.")
    }

    @Test("A page has at most 100 objects; zero means the service's default")
    func limits() {
        let request = PNFetchAllUUIDMetadataRequest()
        for (limit, expected) in [(0, nil), (1, nil), (100, nil), (101, "'limit' is more than 100.")]
            as [(UInt, String?)]
        {
            request.limit = limit
            #expect(fault { () throws(Failure) in _ = try request.call(for: "u") } == expected)
        }
        request.limit = UInt.max
        #expect(fault { () throws(Failure) in _ = try request.call(for: "u") } != nil)
    }

    @Test("An entry names its channel, and has only custom values, status and type")
    func entries() {
        #expect(fault(entries: [["channel": "a", "custom": ["r": 1], "status": "s", "type": "t"]]) == nil)
        #expect(fault(entries: [["uuid": "a"]]) == "An entry has no string 'channel'.")
        #expect(fault(entries: [["channel": 5]]) == "An entry has no string 'channel'.")
        #expect(fault(entries: [["channel": "a", "role": "x"]]) == "'role of a' is not a field of a membership.")
        #expect(fault(entries: [["channel": "a", "status": 5]]) == "'status of a' is not a string.")
        #expect(fault(entries: [["channel": "a", "custom": "x"]]) == "'custom of a' is not a dictionary.")
        #expect(
            fault(entries: [["channel": "a", "custom": ["x": [1]]]])
                == "'custom of a.x' is not a string, number or boolean."
        )
        #expect(fault(entries: [["channel": "a,b"]])?.hasPrefix(#"The channel "a,b" has a comma"#) == true)
        let removal = PNRemoveChannelMembersRequest(channel: "c", uuids: ["a/b"])
        #expect(
            fault { () throws(Failure) in _ = try removal.call(for: "u") }?
                .hasPrefix(#"The uuid "a/b" has a comma"#) == true
        )
    }

    @Test("Sets or clears a field only if the object has it")
    func clearing() {
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.name = "n"
        request.clearedFields = [.name]
        #expect(fault { () throws(Failure) in _ = try request.call(for: "me") } == "'name' is both set and cleared.")
        request.clearedFields = [.information]
        #expect(
            fault { () throws(Failure) in _ = try request.call(for: "me") }
                == "'clearedFields' has 'information', which the object does not have."
        )
    }

    @Test("Refuses an entity tag that is not a valid header value, and additional items that are not plain values")
    func others() {
        let request = PNSetChannelMetadataRequest(channel: "c")
        for tag in ["a\r\nX: y", "a b", "é"] {
            request.ifMatchesEtag = tag
            let said = fault { () throws(Failure) in _ = try request.call(for: "u") }
            #expect(said == "'ifMatchesEtag' contains characters that are not allowed in an entity tag.")
        }
        request.ifMatchesEtag = nil
        request.arbitraryQueryParameters = ["x": [1]]
        #expect(
            fault { () throws(Failure) in _ = try request.call(for: "u") }
                == "'arbitraryQueryParameters.x' is not a string, number or boolean."
        )
    }
}
