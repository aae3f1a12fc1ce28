import Dispatch
import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("App Context, against a real origin")
struct AppContextTests {
    @Test("Sets, fetches, changes, clears and removes a user")
    func user() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let change = PNSetUUIDMetadataRequest(uuid: "a b?c#é🎈")
            change.name = "Ada"
            change.email = "ada@example.com"
            change.custom = ["n": 9_007_199_254_740_991, "f": 1.5, "b": true, "t": "é"]
            let set = try await client.change("set") { client.pubnub.setUUIDMetadataWith(change, completion: $0) }
            #expect(!set.isError && set.category == .acknowledgmentCategory)
            let first = try #require(set.data.metadata)
            #expect(
                first.uuid == "a b?c#é🎈" && first.name == "Ada" && first.custom?["n"] as? Int == 9_007_199_254_740_991
            )
            #expect(first.updated != nil && first.eTag != nil)

            let next = PNSetUUIDMetadataRequest(uuid: "a b?c#é🎈")
            next.status = "away"
            next.clearedFields = [.email, .custom]
            let changed = try await client.change("change") { client.pubnub.setUUIDMetadataWith(next, completion: $0) }
            #expect(changed.data.metadata?.name == "Ada" && changed.data.metadata?.status == "away")
            #expect(changed.data.metadata?.email == nil && changed.data.metadata?.custom == nil)

            let fetched = try await client.fetch("fetch") {
                client.pubnub.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: "a b?c#é🎈"), completion: $0)
            }
            #expect(fetched.data.metadata?.eTag == changed.data.metadata?.eTag)
            #expect(fetched.data.metadata?.updated == changed.data.metadata?.updated)

            for _ in 0..<2 {
                let removed: any PNAcknowledgmentStatus = try await client.change("remove") {
                    client.pubnub.removeUUIDMetadata(
                        with: PNRemoveUUIDMetadataRequest(uuid: "a b?c#é🎈"),
                        completion: $0
                    )
                }
                #expect(!removed.isError, "removing what is not there is no error")
            }
            let status = try await failed { () -> PNFetchUUIDMetadataResult in
                try await client.fetch("fetch") {
                    client.pubnub.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: "a b?c#é🎈"), completion: $0)
                }
            }
            #expect(status.category == .resourceNotFoundCategory)
            #expect(status.errorData.information == "Requested object was not found.")
        }
    }

    @Test("A stale entity tag is an error and changes nothing; the current tag succeeds")
    func conflict() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            func set(_ name: String, _ tag: String?) async throws -> PNSetChannelMetadataStatus {
                let request = PNSetChannelMetadataRequest(channel: "c")
                request.name = name
                request.ifMatchesEtag = tag
                return try await client.change("set") { client.pubnub.setChannelMetadataWith(request, completion: $0) }
            }
            let first = try #require(try await set("one", nil).data.metadata?.eTag)
            let second = try #require(try await set("two", first).data.metadata?.eTag)
            let stale = try await set("three", first)
            #expect(stale.isError && stale.data.metadata == nil)
            #expect(stale.errorData.information == "Channel to update has been modified after it was read.")
            #expect(stale.category == .entityTagMismatchCategory)
            #expect(stale.underlyingError?.code == kPNEntityTagMismatchError)
            #expect(try await set("three", second).data.metadata?.name == "three")
        }
    }

    @Test("Paging forward and back returns every member once")
    func pages() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let names = (1...7).map { "user-\($0)" }
            let entries: [[String: Any]] = names.map { ["uuid": $0, "custom": ["of": $0]] }
            let set = PNSetChannelMembersRequest(channel: "c", uuids: entries)
            let status = try await client.change("set") { client.pubnub.setChannelMembersWith(set, completion: $0) }
            #expect(status.data.members.map(\.uuid) == names && status.data.totalCount == 7)
            var found: [String] = []
            var start: String?
            var pages = 0
            while pages < 10 {
                let request = PNFetchChannelMembersRequest(channel: "c")
                request.limit = 3
                request.start = start
                request.includeFields = [.memberCustomField, .membersTotalCountField]
                let page = try await client.fetch("page") {
                    client.pubnub.channelMembers(with: request, completion: $0)
                }
                pages += 1
                #expect(page.data.totalCount == 7)
                #expect(page.data.members.allSatisfy { $0.custom?["of"] as? String == $0.uuid })
                guard !page.data.members.isEmpty else { break }
                found += page.data.members.map(\.uuid)
                #expect((page.data.prev == nil) == (start == nil))
                start = page.data.next
            }
            #expect(found == names && pages == 4)
        }
    }

    @Test("A membership is visible from both sides and needs no metadata")
    func bothSides() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let channel = PNSetChannelMetadataRequest(channel: "known")
            channel.name = "Known"
            let set = try await client.change("channel") {
                client.pubnub.setChannelMetadataWith(channel, completion: $0)
            }
            #expect(!set.isError)
            let request = PNManageMembershipsRequest(uuid: nil)
            request.setChannels = [["channel": "known", "status": "on"], ["channel": "unknown"]]
            request.includeFields = [.membershipStatusField, .membershipChannelField, .membershipsTotalCountField]
            let joined = try await client.change("join") {
                client.pubnub.manageMemberships(with: request, completion: $0)
            }
            #expect(joined.data.memberships.map(\.channel) == ["known", "unknown"])
            #expect(joined.data.memberships.map(\.metadata?.name) == ["Known", nil])
            #expect(joined.data.memberships.map(\.status) == ["on", nil])
            let members = try await client.fetch("members") {
                client.pubnub.channelMembers(with: PNFetchChannelMembersRequest(channel: "known"), completion: $0)
            }
            #expect(members.data.members.map(\.uuid) == ["me"])
            request.setChannels = nil
            request.removeChannels = ["known", "never"]
            let left = try await client.change("leave") {
                client.pubnub.manageMemberships(with: request, completion: $0)
            }
            #expect(left.data.memberships.map(\.channel) == ["unknown"] && left.data.totalCount == 1)
        }
    }

    @Test("Reports the service's error message", arguments: ["name LIKE", "nothing == 1"])
    func filter(_ expression: String) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let request = PNFetchAllUUIDMetadataRequest()
            request.filter = expression
            let status = try await failed { () -> PNFetchAllUUIDMetadataResult in
                try await client.fetch("all") { client.pubnub.allUUIDMetadata(with: request, completion: $0) }
            }
            #expect(status.category == .badRequestCategory && !status.errorData.information.isEmpty)
            request.filter = nil
            request.sort = ["nothing"]
            let sorted = try await failed { () -> PNFetchAllUUIDMetadataResult in
                try await client.fetch("all") { client.pubnub.allUUIDMetadata(with: request, completion: $0) }
            }
            #expect(sorted.category == .badRequestCategory)
        }
    }

    @Test("Reports an invalid email address with its position, where a keyset refuses one")
    func details() async throws {
        var configuration = OriginConfiguration()
        configuration.appContext.validatesContacts = true
        try await withOrigin(configuration) { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let request = PNSetUUIDMetadataRequest(uuid: "u")
            request.email = "nobody"
            let status = try await client.change("set") { client.pubnub.setUUIDMetadataWith(request, completion: $0) }
            #expect(status.category == .badRequestCategory)
            let lines = status.errorData.information.split(separator: "\n")
            #expect(lines.count == 3 && lines[1] == "Details:" && lines[2].contains("Location: user.email"))
        }
    }

    @Test("A retry succeeds after the origin has recovered, and calls the same closure")
    func retry() async throws {
        try await withOrigin { server, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let body = #"{"status":429,"error":{"message":"slow down","source":"objects"}}"#
            server.faults = FaultPlan(rules: [FaultRule(.status(429, body: body), family: .objects)])
            let endings = IntegrationInbox<PNSetUUIDMetadataStatus>()
            let request = PNSetUUIDMetadataRequest(uuid: "u")
            request.name = "n"
            client.pubnub.setUUIDMetadataWith(request) { endings.put($0) }
            let refused = try await endings.next("refusal") { $0 }
            #expect(refused.isError && refused.underlyingError?.code == kPNAPIRateExceededError)
            server.faults = FaultPlan()
            refused.retry()
            let ended = try await endings.next("success") { $0 }
            #expect(!ended.isError && ended.data.metadata?.name == "n")
        }
    }

    @Test("A client of the documented kind has its identifier, and calls may follow immediately")
    func configured() async throws {
        try await withOrigin { _, address in
            let configuration = PNConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "metadataUser")
                .updatedConfiguration(
                    withOrigin: "\(address.host):\(address.port)",
                    publishKey: "demo",
                    subscribeKey: "demo",
                    secretKey: nil,
                    cipherKey: nil,
                    authorizationKey: nil
                )
            configuration.shouldUseSecureConnection = false
            configuration.callbackQueue = DispatchQueue(label: "document")
            configuration.nonSubscriptionRequestTimeout = 180
            let client = PubNub.clientWithConfiguration(configuration)
            let endings = IntegrationInbox<PNSetUUIDMetadataStatus>()
            client.objects().setUUIDMetadata().name("Me").performWithCompletion { endings.put($0) }
            let status = try await endings.next("set") { $0 }
            #expect(status.data.metadata?.uuid == "metadataUser" && status.data.metadata?.name == "Me")
        }
    }

    /// The status of the failure of `body`.
    private func failed<Value>(_ body: () async throws -> Value) async throws -> any PNErrorStatus {
        do {
            _ = try await body()
        } catch let failed as FailedStatus {
            return try #require(failed.status)
        }
        return try #require(nil as (any PNErrorStatus)?, "it did not fail")
    }
}
