import Foundation
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// The literal request of each operation (Documentation/WireProtocol.md, "App Context").
@Suite("App Context, requests")
struct AppContextRequestTests {
    private static let tail = "pnsdk=PubNub-Swift-Linux%2F3.7.8&uuid=me"
    private static let root = "/v2/objects/sub"

    /// The method, path, query without its tail, headers and body of a request.
    private func sent<Value>(_ call: Call<Value>) -> String {
        let request = Requests.request(call)
        let resource = String(request.url.dropFirst("https://ps.pndsn.com\(Self.root)".count))
        let query = resource.replacing("&" + Self.tail, with: "").replacing("?" + Self.tail, with: "")
        let headers = request.headers.map { " \($0.name)=\($0.value)" }.joined()
        let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(request.verb.rawValue) \(query)\(headers)\(body)"
    }

    @Test("Lists request the count and 100 objects by default")
    func lists() throws {
        #expect(sent(try PNFetchAllUUIDMetadataRequest().call(for: "u")) == "GET /uuids?count=1&limit=100")
        #expect(sent(try PNFetchAllChannelsMetadataRequest().call(for: "u")) == "GET /channels?count=1&limit=100")
        let memberships = PNFetchMembershipsRequest(uuid: "u")
        #expect(sent(try memberships.call(for: "me")) == "GET /uuids/u/channels?count=1&limit=100")
        let members = PNFetchChannelMembersRequest(channel: "c")
        #expect(sent(try members.call(for: "u")) == "GET /channels/c/uuids?count=1&limit=100")
    }

    @Test("A single object includes custom values, status and type by default")
    func singles() throws {
        let user = PNFetchUUIDMetadataRequest(uuid: "u")
        #expect(sent(try user.call(for: "me")) == "GET /uuids/u?include=custom,status,type")
        user.includeFields = []
        #expect(sent(try user.call(for: "me")) == "GET /uuids/u")
        let channel = PNFetchChannelMetadataRequest(channel: "c")
        #expect(sent(try channel.call(for: "u")) == "GET /channels/c?include=custom,status,type")
        channel.includeFields = .customField
        #expect(sent(try channel.call(for: "u")) == "GET /channels/c?include=custom")
    }

    @Test("Removing has neither fields nor a body")
    func removals() throws {
        #expect(sent(try PNRemoveUUIDMetadataRequest(uuid: "u").call(for: "me")) == "DELETE /uuids/u")
        #expect(sent(try PNRemoveChannelMetadataRequest(channel: "c").call(for: "u")) == "DELETE /channels/c")
    }

    @Test("Sets a user by a JSON body with the given fields, and the entity tag in a header")
    func settingAUser() throws {
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        let json = "Content-Type=application/json"
        #expect(sent(try request.call(for: "me")) == "PATCH /uuids/u?include=custom,status,type \(json) {}")
        request.name = ""
        request.externalId = "1"
        request.profileUrl = "http://p"
        request.email = "e@x"
        request.status = "s"
        request.type = "t"
        request.custom = ["a": 1, "b": "x", "c": true, "d": 1.5]
        request.ifMatchesEtag = "AbC=="
        request.includeFields = .customField
        #expect(
            sent(try request.call(for: "me"))
                == "PATCH /uuids/u?include=custom \(json) If-Match=AbC== "
                + #"{"custom":{"a":1,"b":"x","c":true,"d":1.5},"email":"e@x","externalId":"1","name":"","#
                + #""profileUrl":"http://p","status":"s","type":"t"}"#
        )
    }

    @Test("Sets a channel by a JSON body without empty strings and values")
    func settingAChannel() throws {
        let request = PNSetChannelMetadataRequest(channel: "c")
        request.name = "n"
        request.information = "i"
        request.status = ""
        request.custom = [:]
        request.ifMatchesEtag = ""
        request.includeFields = []
        #expect(
            sent(try request.call(for: "u"))
                == #"PATCH /channels/c Content-Type=application/json {"description":"i","name":"n"}"#
        )
    }

    @Test("Sends null for cleared fields")
    func clearing() throws {
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        request.includeFields = []
        request.clearedFields = [.email, .custom, .externalId]
        #expect(
            sent(try request.call(for: "me"))
                == #"PATCH /uuids/u Content-Type=application/json {"custom":null,"email":null,"externalId":null}"#
        )
        let channel = PNSetChannelMetadataRequest(channel: "c")
        channel.includeFields = []
        channel.clearedFields = [.information]
        #expect(
            sent(try channel.call(for: "u")) == #"PATCH /channels/c Content-Type=application/json {"description":null}"#
        )
    }

    @Test("Sets and removes memberships by channel identifiers")
    func memberships() throws {
        let entries: [[String: Any]] = [
            ["channel": "a", "custom": ["r": 1], "status": "s", "type": "t"], ["channel": "b"],
        ]
        let set = PNSetMembershipsRequest(uuid: "u", channels: entries)
        let start = "PATCH /uuids/u/channels?count=1&limit=100 Content-Type=application/json"
        let body = #"[{"channel":{"id":"a"},"custom":{"r":1},"status":"s","type":"t"},{"channel":{"id":"b"}}]"#
        #expect(sent(try set.call(for: "me")) == "\(start) {\"set\":\(body)}")
        let removal = PNRemoveMembershipsRequest(uuid: "u", channels: ["a", "b"])
        #expect(
            sent(try removal.call(for: "me")) == start + #" {"delete":[{"channel":{"id":"a"}},{"channel":{"id":"b"}}]}"#
        )
        let both = PNManageMembershipsRequest(uuid: "u")
        #expect(sent(try both.call(for: "me")) == start + " {}")
        both.setChannels = [["channel": "a"]]
        both.removeChannels = ["b"]
        #expect(
            sent(try both.call(for: "me"))
                == start + #" {"delete":[{"channel":{"id":"b"}}],"set":[{"channel":{"id":"a"}}]}"#
        )
    }

    @Test("Sets and removes members by user identifiers")
    func members() throws {
        let start = "PATCH /channels/c/uuids?count=1&limit=100 Content-Type=application/json"
        let set = PNSetChannelMembersRequest(channel: "c", uuids: [["uuid": "a", "custom": ["r": "o"]]])
        #expect(sent(try set.call(for: "u")) == start + #" {"set":[{"custom":{"r":"o"},"uuid":{"id":"a"}}]}"#)
        let removal = PNRemoveChannelMembersRequest(channel: "c", uuids: ["a"])
        #expect(sent(try removal.call(for: "u")) == start + #" {"delete":[{"uuid":{"id":"a"}}]}"#)
        let both = PNManageChannelMembersRequest(channel: "c")
        both.setMembers = [["uuid": "a"]]
        both.removeMembers = ["b"]
        #expect(
            sent(try both.call(for: "u")) == start + #" {"delete":[{"uuid":{"id":"b"}}],"set":[{"uuid":{"id":"a"}}]}"#
        )
    }

    @Test("Entries: the last of the same name counts, an empty name is ignored, null clears")
    func entries() throws {
        let entries: [[String: Any]] = [
            ["channel": "a", "status": "old"], ["channel": ""],
            ["channel": "b", "custom": [String: Any](), "type": ""],
            ["channel": "a", "status": NSNull(), "custom": Optional<Int>.none as Any],
        ]
        let set = PNSetMembershipsRequest(uuid: "u", channels: entries)
        set.limit = 0
        set.includeFields = []
        #expect(
            sent(try set.call(for: "me"))
                == "PATCH /uuids/u/channels Content-Type=application/json "
                + #"{"set":[{"channel":{"id":"a"},"custom":null,"status":null},{"channel":{"id":"b"}}]}"#
        )
        let removal = PNRemoveMembershipsRequest(uuid: "u", channels: ["b", "", "a", "b"])
        #expect(
            sent(try removal.call(for: "me")).hasSuffix(#"{"delete":[{"channel":{"id":"b"}},{"channel":{"id":"a"}}]}"#)
        )
    }

    @Test("Writes page, filter and order in this sequence, strictly escaped")
    func paging() throws {
        let request = PNFetchAllUUIDMetadataRequest()
        request.includeFields = [.typeField, .customField, .totalCountField, .statusField]
        request.limit = 7
        request.start = "MQ=="
        request.end = "Ng"
        request.filter = "name LIKE '*ad min*' && updated >= \"2023\""
        request.sort = ["name:desc", "", "updated"]
        #expect(
            sent(try request.call(for: "u"))
                == "GET /uuids?include=custom,status,type&count=1&limit=7&start=MQ%3D%3D"
                + "&filter=name%20LIKE%20%27%2Aad%20min%2A%27%20%26%26%20updated%20%3E%3D%20%222023%22"
                + "&sort=name%3Adesc,updated"
        )
        request.start = ""
        request.filter = nil
        request.sort = []
        request.includeFields = []
        #expect(sent(try request.call(for: "u")) == "GET /uuids?limit=7&end=Ng")
    }

    /// "Sort by id, name, updated with asc/desc for sort direction", of every list.
    @Test("Sorts memberships and members by the documented names: id and name are those of the channel or user")
    func sortOfRelations() throws {
        let sort = ["name:desc", "id", "updated:asc", "status", "channel.updated", "uuid.type:desc"]
        func requested(_ call: Call<some Sendable>) -> String? {
            sent(call).split { $0 == "&" || $0 == " " }.first { $0.hasPrefix("sort=") }.map(String.init)
        }
        func sorted<Request: PNObjectsPaginatedRequest>(_ request: Request) -> Request {
            request.sort = sort
            return request
        }
        let rest = ",updated%3Aasc,status,channel.updated,uuid.type%3Adesc"
        let memberships = "sort=channel.name%3Adesc,channel.id" + rest
        let members = "sort=uuid.name%3Adesc,uuid.id" + rest
        #expect(requested(try sorted(PNFetchMembershipsRequest(uuid: "u")).call(for: "me")) == memberships)
        #expect(requested(try sorted(PNSetMembershipsRequest(uuid: "u", channels: [])).call(for: "me")) == memberships)
        #expect(
            requested(try sorted(PNRemoveMembershipsRequest(uuid: "u", channels: [])).call(for: "me")) == memberships
        )
        #expect(requested(try sorted(PNManageMembershipsRequest(uuid: "u")).call(for: "me")) == memberships)
        #expect(requested(try sorted(PNFetchChannelMembersRequest(channel: "c")).call(for: "u")) == members)
        #expect(requested(try sorted(PNSetChannelMembersRequest(channel: "c", uuids: [])).call(for: "u")) == members)
        #expect(requested(try sorted(PNRemoveChannelMembersRequest(channel: "c", uuids: [])).call(for: "u")) == members)
        #expect(requested(try sorted(PNManageChannelMembersRequest(channel: "c")).call(for: "u")) == members)
        #expect(requested(try sorted(PNFetchAllUUIDMetadataRequest()).call(for: "u")) == "sort=name%3Adesc,id" + rest)
    }

    @Test("Writes all fields of memberships and members in a fixed order; a bit of another set means the same")
    func fields() throws {
        let memberships = PNFetchMembershipsRequest(uuid: "u")
        memberships.limit = 0
        memberships.includeFields = PNMembershipFields(rawValue: 255)
        #expect(
            sent(try memberships.call(for: "me")) == "GET /uuids/u/channels?include=custom,status,type,channel,"
                + "channel.custom,channel.status,channel.type&count=1"
        )
        let members = PNFetchChannelMembersRequest(channel: "c")
        members.limit = 0
        members.includeFields = PNChannelMemberFields(rawValue: 255 << 8)
        #expect(
            sent(try members.call(for: "u"))
                == "GET /channels/c/uuids?include=custom,status,type,uuid,uuid.custom,uuid.status,uuid.type&count=1"
        )
        let channels = PNFetchAllChannelsMetadataRequest()
        channels.limit = 0
        let foreign: PNUUIDFields = [.customField, .totalCountField]
        channels.includeFields = PNChannelFields(rawValue: foreign.rawValue | 1 << 40)
        #expect(sent(try channels.call(for: "u")) == "GET /channels?include=custom&count=1")
    }

    @Test("The raw values are the documented ones")
    func rawValues() {
        let memberships: [PNMembershipFields] = [
            .membershipsTotalCountField, .membershipCustomField, .membershipStatusField, .membershipTypeField,
            .membershipChannelField, .membershipChannelCustomField, .membershipChannelStatusField,
            .membershipChannelTypeField,
        ]
        #expect(memberships.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128])
        let members: [PNChannelMemberFields] = [
            .membersTotalCountField, .memberCustomField, .memberStatusField, .memberTypeField, .memberUUIDField,
            .memberUUIDCustomField, .memberUUIDStatusField, .memberUUIDTypeField,
        ]
        #expect(members.map(\.rawValue) == [256, 512, 1024, 2048, 4096, 8192, 16384, 32768])
        #expect(PNChannelMemberFields.userField == .memberUUIDField)
        let channels: [PNChannelFields] = [.totalCountField, .customField, .statusField, .typeField]
        #expect(channels.map(\.rawValue) == [65536, 131_072, 262_144, 524_288])
        let users: [PNUUIDFields] = [.totalCountField, .customField, .statusField, .typeField]
        #expect(users.map(\.rawValue) == [1_048_576, 2_097_152, 4_194_304, 8_388_608])
    }

    @Test("Escapes identifiers in the path; the default is the client's own")
    func identifiers() throws {
        func path(_ uuid: String?) throws -> String {
            let request = PNRemoveUUIDMetadataRequest(uuid: uuid)
            return sent(try request.call(for: "my self"))
        }
        #expect(try path(nil) == "DELETE /uuids/my%20self")
        #expect(try path("") == "DELETE /uuids/my%20self")
        #expect(try path("a b?c#d%&+é🎈") == "DELETE /uuids/a%20b%3Fc%23d%25%26%2B%C3%A9%F0%9F%8E%88")
        #expect(try path(String(repeating: "é", count: 46)).hasPrefix("DELETE /uuids/%C3%A9"))
    }

    @Test("Adds further items sorted by name; they replace the request's own but not the client's")
    func furtherItems() throws {
        let request = PNFetchAllUUIDMetadataRequest()
        request.arbitraryQueryParameters = [
            "z": "a&b", "limit": 5, "uuid": "other", "flag": true, "auth": "x", "a b": 1.5,
        ]
        #expect(sent(try request.call(for: "u")) == "GET /uuids?count=1&a%20b=1.5&flag=true&limit=5&z=a%26b")
    }

    @Test("A call may be repeated unless it has an entity tag")
    func repeating() throws {
        let request = PNSetUUIDMetadataRequest(uuid: "u")
        #expect(try request.call(for: "me").isRepeatable)
        request.ifMatchesEtag = "tag"
        #expect(try !request.call(for: "me").isRepeatable)
        #expect(Requests.request(try request.call(for: "me")).isRepeatable == false)
        #expect(try PNRemoveUUIDMetadataRequest(uuid: "u").call(for: "me").isRepeatable)
        #expect(try PNSetMembershipsRequest(uuid: "u", channels: []).call(for: "me").isRepeatable)
        #expect(try PNRemoveChannelMembersRequest(channel: "c", uuids: []).call(for: "u").isRepeatable)
    }
}
