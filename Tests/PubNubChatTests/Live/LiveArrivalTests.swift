import Testing

@testable import PubNub
@testable import PubNubChat
@testable import PubNubCore
@testable import PubNubMachines
import struct PubNubWire.Envelope
import struct PubNubWire.SubscribePage

@Suite("LiveArrival: what the connection receives is what a delegate of the 3.x interface would store")
struct LiveArrivalTests {
    private static let objects = #""source":"objects","version":"2.0""#

    /// Items of a page of the service, in the form of its wire protocol.
    private static let items = [
        #"{"c":"a","d":{"id":"m","text":"t"},"i":"u","p":{"t":"5"},"u":{"k":1}}"#,
        #"{"c":"a","b":"a.*","d":"text","i":"u","p":{"t":"5"}}"#,
        #"{"c":"a","d":[1.50],"p":{"t":"6"}}"#,
        #"{"c":"a","d":{"type":"typing_on"},"e":1,"i":"u","p":{"t":"7"}}"#,
        #"{"c":"a","e":2,"p":{"t":"8"},"d":{\#(objects),"event":"set","type":"uuid","data":{"id":"u","custom":{"z":1.50}}}}"#,
        #"{"c":"a","e":2,"p":{"t":"8"},"d":{\#(objects),"event":"delete","type":"channel","data":{"id":"a"}}}"#,
        #"{"c":"a","e":2,"p":{"t":"8"},"d":{"unknown":true}}"#,
        #"{"c":"a","e":3,"i":"u","p":{"t":"9"},"d":{"source":"actions","version":"1.0","event":"added","#
            + #""data":{"messageTimetoken":"5","actionTimetoken":"9","type":"reaction","value":"+1"}}}"#,
        #"{"c":"a","e":3,"i":"u","p":{"t":"9"},"d":{"source":"actions","version":"1.0","event":"removed","#
            + #""data":{"messageTimetoken":"5","actionTimetoken":"9","type":"reaction","value":"+1"}}}"#,
        #"{"c":"a","e":4,"i":"u","p":{"t":"10"},"d":{"message":"m","file":{"id":"1","name":"n"}}}"#,
        #"{"c":"a-pnpres","p":{"t":"11"},"d":{"action":"join","uuid":"u","timestamp":1,"occupancy":1}}"#,
        #"{"c":"a-pnpres","p":{"t":"11"},"d":{"action":"leave","uuid":"u","timestamp":1,"occupancy":1}}"#,
        #"{"c":"a-pnpres","p":{"t":"11"},"d":{"action":"timeout","uuid":"u","timestamp":1,"occupancy":1}}"#,
        #"{"c":"a-pnpres","p":{"t":"11"},"d":{"action":"state-change","uuid":"u","timestamp":1,"occupancy":1,"#
            + #""data":{"mood":"fine"}}}"#,
        #"{"c":"a-pnpres","p":{"t":"11"},"d":{"action":"interval","timestamp":1,"occupancy":2,"join":["v"],"#
            + #""timeout":["w"],"here_now_refresh":true}}"#,
    ]

    private static func page(_ item: String) throws -> SubscribePage {
        let body = Array(#"{"t":{"t":"17","r":4},"m":[\#(item)]}"#.utf8)
        return try SubscribeEndpoints.subscribe(channels: ["a"]).decode(TransportResponse(status: 200, body: body))
            .get()
    }

    private static func delivered(_ envelope: Envelope, _ page: SubscribePage) -> LiveArrival {
        let context = DeliveryContext(cryptor: nil, subscriptions: .init())
        var delivery = PageDelivery(of: page, context, objects: [:])
        switch delivery.arrival(of: envelope).event {
        case .message(let message): return LiveArrival(message)
        case .signal(let signal): return LiveArrival(signal.data)
        case .object(let object): return LiveArrival(object.data)
        case .messageAction(let action): return LiveArrival(action.data)
        case .presence(let presence): return LiveArrival(presence)
        default: return LiveArrival(channel: "", through: "", timetoken: 0, event: .other)
        }
    }

    @Test("Both have the same channel, time and content", arguments: items)
    func parity(item: String) throws {
        let page = try Self.page(item)
        let envelope = try #require(page.envelopes.first)
        let received = ReceivedEvent(envelope, group: nil, page: page.cursor.timetoken, cryptor: nil)
        let arrival = try #require(LiveArrival(received))
        #expect(arrival == Self.delivered(envelope, page))
        #expect(arrival.channel == "a" && arrival.timetoken > 0)
    }

    @Test("On a client with a cipher key, a message in clear is not read as chat data")
    func clearText() throws {
        let page = try Self.page(
            #"{"c":"a","d":{"id":"m","text":"t","createdAt":"2022-05-10T14:48:00Z"},"i":"u","p":{"t":"5"}}"#
        )
        let configuration = PNConfiguration(publishKey: "p", subscribeKey: "s", userID: "me")
        configuration.cipherKey = "secret-key"
        let cipher = try #require(configuration.settings.makeCryptor())
        let envelope = try #require(page.envelopes.first)
        let received = ReceivedEvent(envelope, group: nil, page: page.cursor.timetoken, cryptor: cipher)
        let arrival = try #require(LiveArrival(received))
        #expect(throws: ChatError.self) { try LiveTranslator<TestCustom>().changes(of: arrival) }
        let plain = ReceivedEvent(envelope, group: nil, page: page.cursor.timetoken, cryptor: nil)
        #expect(try LiveTranslator<TestCustom>().changes(of: #require(LiveArrival(plain))).count == 1)
    }
}
