import ArgumentParser
import Foundation
import PubNub

/// Which device is meant.
struct PushOptions: ParsableArguments {
    @Option(help: "Service that notifies the device: apns or fcm.")
    var type = PushService.apns

    @Argument(help: "Token of the device: for apns in hexadecimal digits, for fcm as Google gave it.")
    var token: String

    func validate() throws {
        // The token stays out of the message: it is a secret.
        guard bytes == nil else { return }
        switch type {
        case .apns: throw ValidationError("TOKEN has to be hexadecimal digits, two for each byte.")
        case .fcm: throw ValidationError("TOKEN has to be a token of FCM, which is printable ASCII without spaces.")
        }
    }

    /// The token as the library takes it; nil when it is none of this service.
    var bytes: Data? {
        switch type {
        case .apns: Data(hexadecimal: token)
        case .fcm: token.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? Data(token.utf8) : nil
        }
    }
}
