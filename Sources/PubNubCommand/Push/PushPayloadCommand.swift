import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub push-payload`
struct PushPayloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-payload",
        abstract: "Print what a message needs so that push services notify devices of it.",
        discussion: """
              pubnub push-payload --title 'Quiz' --body 'Join us' --sound default
              pubnub push-payload --title 'Hi' --for apns2 --topic com.example.chat

            The JSON object is a message, or goes into one beside its other members:

              pubnub push-payload --title 'Hi' --for fcm | pubnub publish chat -
            """
    )

    @OptionGroup var notification: NotificationOptions
    @OptionGroup var delivery: DeliveryOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        CommandLog.start(at: output.log)
        let builder = notification.builder()
        builder.apns.configurations = [delivery.configuration]
        builder.debugging = delivery.debug
        let payload = JSONValue(any: builder.dictionaryRepresentation(for: delivery.types))
        if payload == .object([:]) {
            throw ValidationError("There is nothing to notify of: give --title or --body, or --silent.")
        }
        let printer = Output(isJSON: output.json)
        if delivery.lacksTopic { printer.note("warning: without --topic no app of Apple's is named") }
        printer.result(payload, forPeople: [payload.text])
    }
}
