import ArgumentParser
import Foundation
import PubNub

/// An argument that is a timetoken: a number of 10⁻⁷ s since 1970.
struct TimetokenArgument: ExpressibleByArgument, Sendable {
    let value: UInt64

    init?(argument: String) {
        guard let value = UInt64(argument), value > 0 else { return nil }
        self.value = value
    }

    /// The library's form.
    var date: PNDate { PNDate(token: NSNumber(value: value)) }
}
