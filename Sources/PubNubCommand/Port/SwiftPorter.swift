/// Finds the uses of the old SDK in a Swift file, and makes the changes that are certain.
struct SwiftPorter {
    let source: SwiftSource
    let names = OldNameTable.shared
    var types: SwiftTypes
    private(set) var uses: [PortedUse] = []
    private(set) var edits: [SourceEdit] = []
    /// The positions of the cases whose union becomes an array.
    var casesInArrays: Set<Int> = []
    /// Whether the tokens are code inside strings, which is not changed.
    private let isReadOnly: Bool

    static func port(_ text: String) -> PortedFile {
        let tokens = SourceScanner.tokens(of: text)
        var porter = SwiftPorter(text, tokens.filter { !$0.isInString }, isReadOnly: false)
        porter.run()
        var reader = SwiftPorter(text, tokens.filter(\.isInString), isReadOnly: true)
        reader.types = porter.types.reading(reader.source)
        reader.readCalls()
        let uses = (porter.uses + reader.uses).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        return PortedFile(uses: uses, text: SourceEdit.apply(porter.edits, to: text))
    }

    private init(_ text: String, _ tokens: [SourceToken], isReadOnly: Bool) {
        source = SwiftSource(text: text, tokens: tokens)
        types = SwiftTypes(source)
        self.isReadOnly = isReadOnly
    }

    private mutating func run() {
        // The types of a closure's parameters follow from calls, those of variables from them, and those of other calls.
        for _ in 0..<2 {
            for position in source.tokens.indices {
                if let call = call(at: position) { learnTypes(call) }
            }
            types.readVariables()
        }
        readUnions()
        readCalls()
        for position in source.tokens.indices {
            readDeclaration(position)
            readPlaceholder(position)
            readMessageContent(position)
            readNotification(position)
        }
        guard !uses.isEmpty else { return }
        readFirstLabels()
        // This module is not imported for a name that can belong to another one.
        if uses.contains(where: \.isSure) || namesType { addImports() }
    }

    /// Whether the file names a type of the library, which the bridging header gave it.
    private var namesType: Bool {
        source.tokens.contains { $0.kind == .word && names.types.contains(String($0.text)) }
    }

    private mutating func readCalls() {
        for position in source.tokens.indices where source.word(at: position) != nil {
            if let call = call(at: position) {
                report(call)
            } else {
                readMember(position)
            }
        }
    }

    // MARK: Reports

    /// Adds a use. The edits are made if the change is certain.
    mutating func add(
        at position: Int,
        _ old: String,
        _ name: OldName,
        note: String? = nil,
        isSure: Bool = true,
        edits: [SourceEdit] = []
    ) {
        add(at: position, old, current: name.shown, name: name, note: note, isSure: isSure, edits: edits)
    }

    mutating func add(
        at position: Int,
        _ old: String,
        current: String?,
        name: OldName? = nil,
        note: String? = nil,
        isSure: Bool = true,
        edits: [SourceEdit] = []
    ) {
        let token = source.tokens[position]
        let note = isReadOnly && !edits.isEmpty ? "The name is inside a string, which is not changed." : note
        uses.append(
            PortedUse(
                line: token.line,
                column: token.column,
                old: old,
                current: current,
                name: name,
                topics: name.map(DifferenceTopic.titles) ?? [],
                note: note,
                isSure: isSure && !isReadOnly,
                isChange: !edits.isEmpty
            )
        )
        if isSure, !isReadOnly { self.edits += edits }
    }

    mutating func edit(_ edits: [SourceEdit]) {
        self.edits += edits
    }

    func replace(_ position: Int, with text: String) -> SourceEdit {
        SourceEdit(range: source.tokens[position].range, text: text)
    }

    func replace(_ first: Int, through last: Int, with text: String) -> SourceEdit {
        let range = source.tokens[first].range.lowerBound..<source.tokens[last].range.upperBound
        return SourceEdit(range: range, text: text)
    }

    func insert(_ text: String, before position: Int) -> SourceEdit {
        let offset = source.tokens[position].range.lowerBound
        return SourceEdit(range: offset..<offset, text: text)
    }

    func insert(_ text: String, after position: Int) -> SourceEdit {
        let offset = source.tokens[position].range.upperBound
        return SourceEdit(range: offset..<offset, text: text)
    }
}
