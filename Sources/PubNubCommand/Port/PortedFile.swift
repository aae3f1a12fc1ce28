/// One use of the old SDK in a source file.
struct PortedUse {
    let line: Int
    let column: Int
    /// The name in the file, with its labels.
    let old: String
    /// The name in this library; `nil` for none.
    let current: String?
    /// The name of 3.7.8; `nil` if the use is of no name.
    let name: OldName?
    /// The topics of the list of differences that apply.
    let topics: [String]
    /// Advice for a person; `nil` for none.
    let note: String?
    /// Whether it is certain that the name is of the library. In Swift files, only such names are changed.
    let isSure: Bool
    /// Whether the current name differs, so that --write changes the file there.
    let isChange: Bool
}

/// The uses of the old SDK in one file, and the file after the changes that are certain.
struct PortedFile {
    let uses: [PortedUse]
    /// The text with the changes; equal to the old one without changes.
    let text: String
}

/// A replacement of a part of a file.
struct SourceEdit {
    let range: Range<String.Index>
    let text: String

    /// The order among the edits that begin at the same character: 0 for an insertion, 1 for a replacement.
    private var rank: Int { range.isEmpty ? 0 : 1 }

    /// Makes the edits, which must not overlap. Insertions at one place stay in their order, before a replacement there.
    static func apply(_ edits: [SourceEdit], to text: String) -> String {
        var result = ""
        var end = text.startIndex
        let ordered = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.element.rank, $0.offset)
                < ($1.element.range.lowerBound, $1.element.rank, $1.offset)
        }
        for (_, edit) in ordered where edit.range.lowerBound >= end {
            result += text[end..<edit.range.lowerBound] + edit.text
            end = edit.range.upperBound
        }
        return result + text[end...]
    }
}
