import PubNub
import Testing

/// App Context, "User": every sample compiles, and reports one error with a client that is not connected.
@Suite struct AppContextUserForms {
    private let given = Given()
    private let heard = Heard()

    @Test func allUsers() {
        let request = PNFetchAllUUIDMetadataRequest()
        request.includeFields = [.customField, .totalCountField]
        request.limit = 25
        given.client.allUUIDMetadata(with: request) { [heard] result, status in
            guard let status, status.isError else {
                for metadata in result?.data.metadata ?? [] {
                    heard.hear("\(metadata.uuid) \(metadata.name ?? "-") \(metadata.custom ?? [:])")
                    heard.hear("\(String(describing: metadata.updated))")
                }
                let next = result?.data.next ?? "-"
                heard.hear("\(result?.data.totalCount ?? 0) \(next) \(result?.data.prev ?? "-")")
                return
            }
            heard.hear("\(status.errorData.information) \(status.category)")
        }
        let paginated = PNFetchAllUUIDMetadataRequest()
        paginated.start = "dGhpc19pc19hX3NhbXBsZV90b2tlbg=="
        paginated.includeFields = [.customField, .totalCountField]
        paginated.limit = 10
        paginated.sort = ["name:asc"]
        given.client.allUUIDMetadata(with: paginated) { [heard] _, status in heard.hear(status) }
        let filtered = PNFetchAllUUIDMetadataRequest()
        filtered.filter = "name LIKE '*admin*'"
        filtered.includeFields = [.customField, .totalCountField, .statusField, .typeField]
        given.client.allUUIDMetadata(with: filtered) { [heard] result, status in
            for metadata in result?.data.metadata ?? [] {
                heard.hear("\(metadata.type ?? "") \(metadata.status ?? "")")
            }
            heard.hear(status)
        }
        #expect(heard.words(given).count == 3)
    }

    @Test func allUsersBuilt() {
        given.client.objects().allUUIDMetadata()
            .start("<next from previous request>")
            .includeFields(.customField)
            .includeCount(true)
            .limit(40)
            .performWithCompletion { [heard] _, status in heard.hear(status) }
        #expect(heard.words(given) == [AppContextForms.refused])
    }

    @Test func oneUser() {
        let request = PNFetchUUIDMetadataRequest(uuid: "uuid")
        request.includeFields = .customField
        given.client.uuidMetadata(with: request) { [heard] result, status in
            heard.hear(status, result?.data.metadata)
        }
        given.client.objects().uuidMetadata()
            .uuid("uuid")
            .includeFields(.customField)
            .performWithCompletion { [heard] result, status in heard.hear(status, result?.data.metadata) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func setting() {
        let request = PNSetUUIDMetadataRequest(uuid: "uuid")
        request.includeFields = .customField
        request.custom = ["age": 39, "status": "Checking some stuff..."]
        request.email = "support@pubnub.com"
        request.name = "David"
        given.client.setUUIDMetadataWith(request) { [heard] status in heard.hear(status, status.data.metadata) }
        given.client.setUUIDMetadataWith(request)
        given.client.objects().setUUIDMetadata()
            .uuid("uuid")
            .name("Serhii")
            .externalId("93FVfHUAf4RLu79J7Q3ejLVu")
            .profileUrl("https://pubnub.com")
            .custom(["age": 36])
            .email("support@pubnub.com")
            .includeFields(.customField)
            .performWithCompletion { [heard] status in heard.hear(status, status.data.metadata) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func removing() {
        let request = PNRemoveUUIDMetadataRequest(uuid: "uuid")
        given.client.removeUUIDMetadata(with: request) { [heard] status in heard.hear(status) }
        given.client.objects().removeUUIDMetadata()
            .uuid("uuid")
            .performWithCompletion { [heard] status in heard.hear(status) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    /// The client of the first sample: calls may follow immediately, and wait until it is connected.
    @Test func configured() {
        let configuration = PNConfiguration(publishKey: "demo", subscribeKey: "demo", userID: "metadataUser")
        let client = PubNub.client(with: configuration)
        #expect(client.clientIdentifier() == "metadataUser")
        let make: (PNConfiguration) -> PubNub = PubNub.clientWithConfiguration(_:)
        _ = make
    }
}
