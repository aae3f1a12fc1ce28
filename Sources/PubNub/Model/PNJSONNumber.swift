public import Foundation
import PubNubWire

// Unchecked because its superclass is: the added properties are `let`s of Sendable types.

/// A number of a message that neither `Int`, `UInt`, `Double` nor `Decimal` holds without loss: it has more than 38
/// significant digits, or an exponent beyond ±127.
///
/// Messages, state and custom values contain it where such a number arrived. The digits are in ``text``. A value that is
/// sent back is sent with the same digits. As any `NSNumber`, it can be cast to `Double`.
public final class PNJSONNumber: NSDecimalNumber, @unchecked Sendable {
    private static let textKey = "text"

    private let double: Double

    /// The number as it was written.
    public let text: String

    private init(text: String, double: Double, decimal: Decimal) {
        self.text = text
        self.double = double
        super.init(decimal: decimal)
    }

    convenience init(_ number: JSONNumber) {
        self.init(
            text: number.text,
            double: number.doubleValue,
            decimal: Decimal(number, digits: Decimal.exactDigits) ?? .nan
        )
    }

    /// Makes a number of its digits.
    ///
    /// - Parameter text: A number in JSON, such as `-12.5e400`, of any length. The result is `nil` for anything else.
    public convenience init?(_ text: String) {
        guard let number = JSONNumber(text) else { return nil }
        self.init(number)
    }

    /// Makes a number of a `Double`.
    ///
    /// - Parameter value: The number.
    public required convenience init(floatLiteral value: Double) {
        self.init(text: "\(value)", double: value, decimal: Decimal(value))
    }

    /// Makes a number of an integer.
    ///
    /// - Parameter value: The number.
    public required convenience init(integerLiteral value: Int) {
        self.init(text: "\(value)", double: Double(value), decimal: Decimal(value))
    }

    /// Makes 1 or 0.
    ///
    /// - Parameter value: Whether the number is 1.
    public required convenience init(booleanLiteral value: Bool) {
        self.init(integerLiteral: value ? 1 : 0)
    }

    /// Makes a number of its bytes.
    ///
    /// - Parameters:
    ///   - buffer: The bytes.
    ///   - type: Their type as Objective-C encodes it.
    public required convenience init(bytes buffer: UnsafeRawPointer, objCType type: UnsafePointer<Int8>) {
        let number = NSNumber(bytes: buffer, objCType: type)
        self.init(text: number.stringValue, double: number.doubleValue, decimal: number.decimalValue)
    }

    /// Reads a number from an archive; `nil` if the archive has none.
    ///
    /// - Parameter coder: The archive.
    public required convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: Self.textKey) else { return nil }
        self.init(text as String)
    }

    /// Writes the number into an archive.
    ///
    /// - Parameter coder: The archive.
    public override func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: Self.textKey)
    }

    /// The nearest `Double`. It is infinite if the number is too large for one.
    public override var doubleValue: Double { double }

    /// The nearest `Float`. It is infinite if the number is too large for one.
    public override var floatValue: Float { Float(double) }

    // `decimalValue`, the first 38 significant digits, is the superclass's: NaN beyond the exponents of `Decimal`.

    /// The number as it was written.
    public override var stringValue: String { text }

    /// The number as it was written.
    public override var description: String { text }

    /// The number as it was written.
    ///
    /// - Parameter locale: Ignored.
    /// - Returns: The digits.
    public override func description(withLocale locale: Locale?) -> String { text }

    /// Whether an object is a number that is written alike.
    ///
    /// - Parameter object: The object.
    /// - Returns: `true` for the same digits.
    public override func isEqual(_ object: Any?) -> Bool { (object as? PNJSONNumber)?.text == text }

    /// Hashes the digits.
    public override var hash: Int { text.hashValue }
}
