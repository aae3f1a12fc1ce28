/// A moment as the service counts it: tenths of microseconds since 1970. 0 stands for "not published yet".
public typealias Timetoken = UInt64
