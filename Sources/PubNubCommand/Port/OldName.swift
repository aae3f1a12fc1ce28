import Foundation

/// A name of 3.7.8 and its name in this library.
struct OldName {
    enum Kind {
        case classMethod, instanceMethod, property, enumCase, constant, delegateMethod, initializer
    }

    let kind: Kind
    /// The type; empty for what is global.
    let owner: String
    /// The selector or the name in Objective-C.
    let objectiveC: String
    /// The name in Swift 1 and 2, with its labels.
    let swift2: String
    /// The name in Swift 3 and later and in this library.
    let current: String
    /// The type of the closure that is the last argument; empty for none.
    let block: String
    /// The type of the result, if it is one of the library.
    let result: String

    /// The name with its type, as reports show it.
    var shown: String {
        if kind == .initializer { return owner + current.dropFirst("init".count) }
        return owner.isEmpty ? current : "\(owner).\(current)"
    }

    /// The name as a use of it is shown in the current spelling.
    func shownMember(_ base: String) -> String {
        kind == .initializer ? base + current.dropFirst("init".count) : current
    }

    var isRenamed: Bool { swift2 != current }

    /// The name before the parentheses.
    static func base(_ name: String) -> String { String(name.prefix { $0 != "(" }) }

    /// The labels between the parentheses.
    static func labels(_ name: String) -> [String] {
        name.drop { $0 != "(" }.dropFirst().dropLast().split(separator: ":").map(String.init)
    }
}

/// The names of 3.7.8, as Scripts/class_forms.py took them from the name map.
struct OldNameTable {
    let byBase: [String: [OldName]]
    let byCurrentBase: [String: [OldName]]
    let bySelector: [String: [OldName]]
    /// The types of the arguments of closures, by the name of the closure's type.
    let blocks: [String: [String]]
    /// The library's types.
    let types: Set<String>
    /// Those that are enumerations or option sets.
    let enumerations: Set<String>

    static let shared = OldNameTable()

    private init() {
        let names = PortTables.names.split(separator: "\n").flatMap(Self.names)
        byBase = Dictionary(grouping: names) { OldName.base($0.swift2) }
        byCurrentBase = Dictionary(grouping: names) { OldName.base($0.current) }
        bySelector = Dictionary(grouping: names, by: \.objectiveC)
        enumerations = Set(names.filter { $0.kind == .enumCase }.map(\.owner))
        types = Set(names.map(\.owner)).subtracting([""]).union(["PNError", "PNDate"])
        let rows = PortTables.blocks.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        blocks = Dictionary(rows.map { ($0[0], Array($0.dropFirst())) }) { first, _ in first }
    }

    private static func names(_ row: Substring) -> [OldName] {
        let fields = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 7 else { return [] }
        let kinds: [OldName.Kind] =
            switch fields[0] {
            case "+": [.classMethod]
            case "-": [.instanceMethod]
            case "±": [.classMethod, .instanceMethod]
            case "p": [.property]
            case "c": [.enumCase]
            case "k": [.constant]
            case "d": [.delegateMethod]
            default: [.initializer]
            }
        return kinds.map { kind in
            OldName(
                kind: kind,
                owner: fields[1],
                objectiveC: fields[2],
                swift2: fields[3],
                current: fields[4],
                block: fields[5],
                result: fields[6]
            )
        }
    }
}

extension OldNameTable {
    /// The methods with a base name, in the spelling of Swift 1 and 2 or in the current one.
    func methods(base: String) -> [OldName] {
        let isMethod: (OldName) -> Bool = { $0.kind == .classMethod || $0.kind == .instanceMethod }
        let old = (byBase[base] ?? []).filter(isMethod)
        return old.isEmpty ? (byCurrentBase[base] ?? []).filter(isMethod) : old
    }
}
