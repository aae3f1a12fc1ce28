import PubNubWire

extension Output {
    /// Prints one object: for people a line for each member that has a value.
    func object(_ object: JSONValue) {
        result(object, forPeople: Terminal.columns(Self.rows(of: object)))
    }

    /// Prints a page of objects: for people a table, and beside it how to go on.
    func page(_ page: ObjectPage, of family: any ObjectFamily.Type) {
        let rows = page.objects.map { object in
            family.columns.map { column in
                let value = column.path.reduce(object as JSONValue?) { $0?[$1] }
                return value.map { $0.isNull ? "" : $0.forPeople.printable } ?? ""
            }
        }
        result(page.json, forPeople: Terminal.columns([family.columns.map(\.title)] + rows))
        guard !isJSON else { return }
        let next = page.objects.count < page.totalCount ? page.next.map { "; the next page: --start \($0)" } : nil
        note("\(page.objects.count) of \(page.totalCount)\(next ?? "")")
    }

    private static func rows(of object: JSONValue) -> [[String]] {
        let members = object.objectValue ?? [:]
        // What it is called comes first.
        let order = ["id": 0, "channel": 0, "uuid": 0, "name": 1]
        let names = members.keys.sorted { (order[$0] ?? 2, $0) < (order[$1] ?? 2, $1) }
        return names.flatMap { name -> [[String]] in
            guard let value = members[name], !value.isNull else { return [] }
            guard value["id"] != nil else { return [[name, value.forPeople.printable]] }
            return rows(of: value).map { ["\(name).\($0[0])", $0[1]] }
        }
    }
}
