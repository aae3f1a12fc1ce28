import ArgumentParser
import Foundation
import PubNub

/// Which device is meant.
struct PushOptions: ParsableArguments {
    @Option(help: "Service that notifies the device: apns or fcm.")
    var type = PushService.apns

    @Argument(help: "Token of the device, in hexadecimal digits, two for each byte.")
    var token: String

    func validate() throws {
        // The token stays out of the message: it is a secret.
        guard bytes != nil else { throw ValidationError("TOKEN has to be hexadecimal digits, two for each byte.") }
    }

    /// The token as the library takes it; nil when it is not made of pairs of hexadecimal digits.
    var bytes: Data? { Data(hexadecimal: token) }
}
