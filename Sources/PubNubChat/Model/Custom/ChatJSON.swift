// The one type of JSON that all interfaces have. Only its names are exported: the module has others for this package alone.
@_exported public import enum PubNubWire.JSON
@_exported public import struct PubNubWire.JSONError
@_exported public import struct PubNubWire.JSONNumber

/// The former name of `JSON`, for versions before 0.7.
@available(*, deprecated, renamed: "JSON")
public typealias ChatJSON = JSON
