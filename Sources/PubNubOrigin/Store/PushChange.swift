/// A change of the channels that a device gets notifications of.
enum PushChange: Sendable, Equatable {
    case add([String], to: PushDevice)
    case remove([String], from: PushDevice)
    case removeDevice(PushDevice)
}
