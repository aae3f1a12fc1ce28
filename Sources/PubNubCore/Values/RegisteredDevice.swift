/// A device as its push service identifies it.
package struct RegisteredDevice: Sendable, Hashable {
    /// The push service of a device.
    package enum Service: String, Sendable, CaseIterable {
        /// Apple.
        case apns
        /// Google (Firebase Cloud Messaging), whose tokens are strings.
        case fcm
    }

    /// The token as requests contain it.
    package let token: String

    package var type = Service.apns

    /// Makes a device from the bytes of its token. A token of Google is a string; any other one is sent as lowercase
    /// hexadecimal digits.
    package init(token: some Collection<UInt8>, type: Service = .apns) {
        self.type = type
        guard type == .fcm, token.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            let digits = Array("0123456789abcdef")
            self.token = String(token.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
            return
        }
        self.token = String(decoding: token, as: UTF8.self)
    }
}
