import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Who is Here Now, in all its forms")
struct HereNowTests {
    private static let hall = PNChannel.channel(withName: "hall")
    private static let attic = PNChannel.channel(withName: "attic")
    private static let nowhere = PNChannel.channel(withName: "nowhere")
    private static let house = PNChannelGroup(name: "house")

    /// The requested objects, and the channels of the response.
    private static let forms: [(name: String, objects: [any PNChannelProtocol], reported: [String])] = [
        ("everything", [], ["attic", "hall", "yard"]),
        ("a channel", [hall], ["hall"]),
        ("channels", [hall, attic], ["attic", "hall"]),
        ("a group", [house], ["attic", "hall"]),
        ("a channel and a group", [PNChannel.channel(withName: "yard"), house], ["attic", "hall", "yard"]),
        ("a channel where nobody is", [nowhere], ["nowhere"]),
        ("channels, one of them empty", [hall, nowhere], ["hall"]),
    ]

    @Test(
        "Each form, with and without identifiers and state",
        arguments: 0..<forms.count,
        [(true, true), (true, false), (false, true), (false, false)]
    )
    func eachForm(form: Int, options: (identifiers: Bool, state: Bool)) async throws {
        let form = Self.forms[form]
        try await withHouse { client, _ in
            let answer = try await client.hereNow(form.objects, identifiers: options.identifiers, state: options.state)
            #expect(answer.channels().map(\.name).sorted() == form.reported)
            for channel in answer.channels() {
                let people = Self.people[channel.name, default: []]
                #expect(answer.participantsCount(for: channel) == UInt(people.count))
                let named = answer.participants(for: channel)
                #expect(named.map(\.identifier).sorted() == (options.identifiers ? people : []))
                for person in named {
                    let seat = person.state(for: channel)["seat"] as? Int
                    #expect(seat == (options.identifiers && options.state ? Self.seats[person.identifier] : nil))
                }
            }
        }
    }

    @Test("Stores count, identifiers and date in the channel, for every object of its name")
    func kept() async throws {
        // A name of its own: the data of a channel is shared in the whole process.
        let parlour = PNChannel.channel(withName: "parlour of the kept")
        try await withOrigin { _, address in
            let ann = try await IntegrationClient.connected(address, as: "ann")
            let bob = try await IntegrationClient.connected(address, as: "bob")
            for client in [ann, bob] { try await client.subscribe([parlour]) }
            _ = try await ann.hereNow([parlour])
            let same = PNChannel.channel(withName: parlour.name)
            #expect(
                same == parlour && same.participantsCount == 2 && same.participants.map(\.identifier) == ["ann", "bob"]
            )
            #expect(same.presenceUpdateDate != nil)
            _ = try await ann.hereNow([parlour], identifiers: false)
            #expect(same.participantsCount == 2 && same.participants.isEmpty)
            try await bob.unsubscribe(parlour.name)
            _ = try await ann.hereNow()
            #expect(same.participantsCount == 1 && same.participants.map(\.identifier) == ["ann"])
        }
    }

    @Test("The next response reflects joins and leaves")
    func changes() async throws {
        try await withHouse { client, address in
            let guest = try await IntegrationClient.connected(address, as: "guest")
            try await guest.subscribe("hall")
            #expect(try await client.hereNow([Self.hall]).participantsCount(for: Self.hall) == 3)
            try await guest.unsubscribe("hall")
            let after = try await client.hereNow([Self.hall])
            #expect(after.participants(for: Self.hall).map(\.identifier).sorted() == ["ann", "bob"])
        }
    }

    @Test("A name with a reserved character is an error about the requested objects, and nothing is sent")
    func badInput() async throws {
        try await withHouse { client, _ in
            let channels = PNChannel.channels(withNames: ["fine", "a,b"])
            let error = try await failure { try await client.hereNow(channels) }
            #expect(error.code == 117 && error.names == ["fine", "a,b"])
            await expectFailure(115) { try await client.hereNow([PNChannelGroup(name: "a:b:c")]) }
        }
    }

    private static let people = ["attic": ["ann"], "hall": ["ann", "bob"], "yard": ["bob"]]
    private static let seats = ["ann": 1, "bob": 2]

    /// Runs `body` with present clients, each with a seat as its state, and a client that is not present.
    private func withHouse(_ body: (IntegrationClient, OriginAddress) async throws -> Void) async throws {
        try await withOrigin { server, address in
            try await server.addChannels(["hall", "attic", "nowhere"], toGroup: "house", subscribeKey: "demo")
            var present: [IntegrationClient] = []
            for (person, seat) in Self.seats {
                let client = try await IntegrationClient.connected(address, as: person)
                let places = Self.people.filter { $0.value.contains(person) }.keys.sorted()
                try await client.subscribe(
                    PNChannel.channels(withNames: places),
                    state: Dictionary(uniqueKeysWithValues: places.map { ($0, ["seat": seat]) })
                )
                present.append(client)
            }
            try await body(try await IntegrationClient.connected(address, as: "visitor"), address)
            _ = present
        }
    }
}
