import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("TLS between client and origin")
struct SecureTests {
    @Test("Messages of every size arrive in order")
    func messages() async throws {
        try await withSecureOrigin { _, address, trusting in
            let sizes = [1, 100, 10_000, 30_000, 2, 20_000]
            #expect(address.url.hasPrefix("https://"))
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("a")
            for size in sizes { try await client.publish(String(repeating: "x", count: size), to: "a") }
            let messages = try await client.messages(sizes.count)
            #expect(messages.map { ($0.message as? String)?.count } == sizes)
        }
    }

    @Test(
        "Recovers from a failed long poll without an event, and loses or repeats no message",
        arguments: [
            FaultAction.drop, .dropResponse, .truncate(bytes: 20), .reset, .status(500),
            .slow(bytes: 7, every: .milliseconds(1)), .delay(.milliseconds(50)),
        ]
    )
    func mendedPoll(fault: FaultAction) async throws {
        try await withSecureOrigin { server, address, trusting in
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("steady")
            server.faults = FaultPlan(rules: [FaultRule(fault, family: .subscribe, occurrence: .nth(1))])
            for number in 0..<5 {
                try await client.publish(number, to: "steady")
                #expect(try await client.message().message as? Int == number)
            }
        }
    }

    @Test("The origin stops while it holds long polls")
    func stopping() async throws {
        try await withSecureOrigin { server, address, trusting in
            let client = try await IntegrationClient.connected(address, adjust: trusting)
            try await client.subscribe("a")
            #expect(await eventually { server.waitingCount == 1 })
            await server.stop()
            #expect(server.address == nil)
            _ = try await client.events.next("loss", \.loss)
        }
    }
}
