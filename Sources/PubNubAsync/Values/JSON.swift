// The one type of JSON that all interfaces have. Only its names are exported: the module has others for this package alone.
@_exported public import enum PubNubWire.JSON
@_exported public import struct PubNubWire.JSONError
@_exported public import struct PubNubWire.JSONNumber

extension JSON: ExpressibleByNilLiteral {
    /// Makes `null`, so that `nil` can be written for it in a list or an object.
    ///
    /// Where an optional ``JSON`` is expected, `nil` in a condition, such as `isKnown ? value : nil`, is `null` as well. Write
    /// `Optional.none` there.
    public init(nilLiteral: ()) { self = .null }
}
