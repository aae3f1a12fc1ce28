public import Foundation
import PubNubCore
import PubNubWire

/// Converts a calendar date to a timetoken, to the nearest 100 ns.
///
/// - Parameter date: The date; one before 1970 gives 0.
/// - Returns: Tenths of microseconds since 1970 UTC, as an unsigned 64-bit number.
public func PNTimeTokenFromDate(_ date: Date) -> NSNumber {
    NSNumber(value: Timetoken(date).rawValue)
}

/// Converts a timetoken to seconds since 1970.
///
/// - Parameter timeToken: A timetoken; a number that fits a signed 32-bit integer is taken as seconds already.
/// - Returns: Seconds since 1970 UTC.
public func PNUnixTimeStampFromTimeToken(_ timeToken: NSNumber) -> TimeInterval {
    PNDate(token: timeToken).date.timeIntervalSince1970
}

/// Reads a timetoken from text or from a number.
///
/// - Parameter timeToken: A string of decimal digits, or a number.
/// - Returns: An unsigned 64-bit number, exact to the last digit; 0 when the value holds no number.
public func PNNumberFromUnsignedLongLongString(_ timeToken: Any) -> NSNumber {
    if let number = timeToken as? NSNumber { return NSNumber(value: number.uint64Value) }
    let text = (timeToken as? String)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    return NSNumber(value: UInt64(text) ?? 0)
}

/// Writes a timetoken as text.
///
/// - Parameter timeToken: A number, or a string, which is returned as it is.
/// - Returns: Decimal digits; "0" when the value is neither.
public func PNStringFromUnsignedLongLongNumber(_ timeToken: Any) -> String {
    if let text = timeToken as? String { return text }
    guard let number = timeToken as? NSNumber else { return "0" }
    return String(number.uint64Value)
}

/// Hides most of a key, so that it can be shown or logged.
///
/// - Parameter string: The key.
/// - Returns: The first and the last two characters around asterisks; nothing but asterisks for a key of fewer than
///   sixteen characters. The number of asterisks does not tell the length.
public func PNObfuscateString(_ string: String) -> String {
    Redaction.shortened(string)
}
