extension FileConditions {
    /// Takes a header. Does nothing with one that has no place here, or has come before.
    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        switch name.count {
        case 5 where name.isName("range"): Self.set(&range, value)
        case 6 where name.isName("origin"): Self.set(&origin, value)
        case 8 where name.isName("if-range"): Self.set(&ifRange, value)
        case 13 where name.isName("if-none-match"): Self.set(&ifNoneMatch, value)
        case 13 where name.isName("authorization"): Self.set(&authorization, value)
        case 14 where name.isName("sec-fetch-site"): Self.set(&site, value)
        default: break
        }
    }

    private static func set(_ field: inout String?, _ value: UnsafeRawBufferPointer) {
        if field == nil { field = String(decoding: value, as: UTF8.self) }
    }
}
