extension JSONScanner {
    /// Enters the object at the next value; `depth` is the number of containers open around it.
    @inline(__always)
    mutating func enterObject(depth: Int) throws(JSONError) {
        try enter(ASCII.openBrace, depth: depth)
    }

    /// Enters the array at the next value; `depth` is the number of containers open around it.
    @inline(__always)
    mutating func enterArray(depth: Int) throws(JSONError) {
        try enter(ASCII.openBracket, depth: depth)
    }

    /// Steps to the value of an object's next member and returns its key; nil when the object has ended.
    ///
    /// `isFirst` is to be true before the first call for an object.
    @inline(__always)
    mutating func nextKey(isFirst: inout Bool) throws(JSONError) -> StringToken? {
        var byte = try peek()
        if byte == ASCII.closeBrace {
            offset &+= 1
            return nil
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == ASCII.comma else { throw error(.unexpectedCharacter) }
            offset &+= 1
            byte = try peek()
        }
        guard byte == ASCII.quote else { throw error(.unexpectedCharacter) }
        let key = try scanString()
        guard try peek() == ASCII.colon else { throw error(.unexpectedCharacter) }
        offset &+= 1
        return key
    }

    /// Steps to an array's next element; false when the array has ended.
    ///
    /// `isFirst` is to be true before the first call for an array.
    @inline(__always)
    mutating func nextElement(isFirst: inout Bool) throws(JSONError) -> Bool {
        let byte = try peek()
        if byte == ASCII.closeBracket {
            offset &+= 1
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == ASCII.comma else { throw error(.unexpectedCharacter) }
        offset &+= 1
        // `]` after a comma is left to the reader of the next element, which fails: no value starts with it.
        return true
    }

    /// Steps over a value that counts its own levels of nesting.
    ///
    /// A value that is too deep is stepped over bracket by bracket, without a check of its grammar, so that the values
    /// next to it can still be read.
    @inline(__always)
    @discardableResult
    mutating func skipPart() throws(JSONError) -> JSONPart {
        let start = offset
        do throws(JSONError) {
            return JSONPart(range: try skipValue(depth: 0), isTooDeep: false)
        } catch {
            guard error.reason == .tooDeep else { throw error }
            offset = start
            _ = try peek()
            let first = offset
            try skipBrackets()
            return JSONPart(range: first..<offset, isTooDeep: true)
        }
    }

    private mutating func skipBrackets() throws(JSONError) {
        var depth = 0
        repeat {
            switch try peek() {
            case ASCII.quote:
                _ = try scanString()
                continue
            case ASCII.openBracket, ASCII.openBrace: depth &+= 1
            case ASCII.closeBracket, ASCII.closeBrace: depth &-= 1
            default: break
            }
            offset &+= 1
        } while depth > 0
    }

    mutating func skipObject(depth: Int) throws(JSONError) {
        try enterObject(depth: depth)
        var isFirst = true
        while try nextKey(isFirst: &isFirst) != nil {
            try skipValue(depth: depth &+ 1)
        }
    }

    mutating func skipArray(depth: Int) throws(JSONError) {
        try enterArray(depth: depth)
        var isFirst = true
        while try nextElement(isFirst: &isFirst) {
            try skipValue(depth: depth &+ 1)
        }
    }

    @inline(__always)
    private mutating func enter(_ bracket: UInt8, depth: Int) throws(JSONError) {
        guard try peek() == bracket else { throw error(.unexpectedCharacter) }
        guard depth < Self.depthLimit else { throw error(.tooDeep) }
        offset &+= 1
    }
}
