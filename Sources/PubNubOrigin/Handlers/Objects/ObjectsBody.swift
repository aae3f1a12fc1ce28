import PubNubWire

/// Reads the bodies of changes, and gathers what is wrong with them.
struct ObjectsBody {
    private static let maxInteger: Int64 = 9_007_199_254_740_991

    private let members: [String: JSON]
    private let limits: OriginLimits
    private let validatesContacts: Bool
    private(set) var details: [ObjectsRefusal.Detail] = []

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - limits: The limits of the server.
    ///   - validatesContacts: Whether invalid email addresses and profile URLs are refused.
    /// - Throws: ``ObjectsRefusal`` if the body is not a JSON object.
    init(_ request: OriginRequest, limits: OriginLimits, validatesContacts: Bool = false) throws(ObjectsRefusal) {
        self.limits = limits
        self.validatesContacts = validatesContacts
        do throws(BodyFault) {
            members = try request.jsonObject(limit: limits.maximumBodyBytes)
        } catch {
            switch error {
            case .type: throw .notJSON
            case .content:
                throw .invalid([ObjectsRefusal.Detail(message: "The body must be a JSON object.", location: "body")])
            }
        }
    }

    /// The fields of a user or a channel. Members of other names are left alone.
    mutating func patch(of kind: ObjectKind) -> ObjectPatch {
        patch(in: members, kind.fields, title: kind.title, location: kind.word)
    }

    /// The memberships to set and to delete, by the identifiers of their other ends.
    mutating func relations(to kind: ObjectKind) -> RequestedRelations {
        var set: [RequestedRelations.Setting] = []
        for (index, entry) in entries("set").enumerated() {
            let location = "set[\(index)]"
            guard let id = id(in: entry, kind, location) else { continue }
            let patch = patch(in: entry, [.type, .status], title: "Membership", location: location)
            set.append(RequestedRelations.Setting(id: id, patch: patch))
        }
        let delete = entries("delete").enumerated().compactMap { id(in: $1, kind, "delete[\($0)]") }
        return RequestedRelations(set: set, delete: delete)
    }

    /// The identifiers in a body, including a body with other errors.
    ///
    /// - Parameters:
    ///   - request: The request with the body.
    ///   - kind: The kind of the objects with the identifiers.
    ///   - limits: The limits that the change is made with. With others, identifiers could be missing that the change has.
    /// - Returns: The identifiers, without repetitions; none if the body cannot be read, so that the change is refused.
    static func ids(in request: OriginRequest, _ kind: ObjectKind, limits: OriginLimits) -> [String] {
        guard var body = try? ObjectsBody(request, limits: limits) else { return [] }
        let relations = body.relations(to: kind)
        return (relations.set.map(\.id) + relations.delete).withoutRepetitions()
    }

    /// Says that something else is wrong.
    mutating func refuse(_ message: String, at location: String) {
        details.append(ObjectsRefusal.Detail(message: message, location: location))
    }

    private mutating func entries(_ name: String) -> [[String: JSON]] {
        guard let value = members[name], value != .null else { return [] }
        guard let entries = value.array else {
            refuse("A list is wanted.", at: name)
            return []
        }
        return entries.enumerated().map { index, entry in
            if entry.object == nil { refuse("An object is wanted.", at: "\(name)[\(index)]") }
            return entry.object ?? [:]
        }
    }

    private mutating func id(in entry: [String: JSON], _ kind: ObjectKind, _ location: String) -> String? {
        let location = "\(location).\(kind.wireName).id"
        guard !entry.isEmpty else { return nil }
        guard let id = entry[kind.wireName]?["id"]?.string else {
            refuse("\(kind.title) id is missing.", at: location)
            return nil
        }
        if let fault = ObjectName.fault(id, kind, maxLength: limits.nameLength) {
            refuse(fault, at: location)
            return nil
        }
        return id
    }

    private mutating func patch(
        in members: [String: JSON],
        _ fields: [MetadataField],
        title: String,
        location: String
    ) -> ObjectPatch {
        var patch = ObjectPatch()
        for field in fields {
            guard let value = members[field.rawValue] else { continue }
            let location = "\(location).\(field.rawValue)"
            switch value {
            case .null: patch.texts[field] = .clear
            case .string(let text):
                patch.texts[field] = .set(text)
                if let fault = field.fault(text, validatesContacts: validatesContacts) {
                    refuse("\(title) \(field.rawValue) \(fault)", at: location)
                }
            default: refuse("\(title) \(field.rawValue) must be a string.", at: location)
            }
        }
        switch members["custom"] {
        case nil: break
        case .null?: patch.custom = .clear
        case .object(let custom)?:
            patch.custom = .set(custom)
            for (name, value) in custom.sorted(by: { $0.key < $1.key }) {
                guard let fault = Self.fault(value) else { continue }
                refuse("\(title) custom \(fault)", at: "\(location).custom.\(name)")
            }
        default: refuse("\(title) custom must be an object.", at: "\(location).custom")
        }
        return patch
    }

    private static func fault(_ value: JSON) -> String? {
        switch value {
        case .string, .bool: return nil
        case .double(let number): return number.isFinite ? nil : "numbers must be finite."
        case .integer(let number):
            let isExact = (-maxInteger...maxInteger).contains(number)
            return isExact ? nil : "integers must lie within ±\(maxInteger)."
        case .decimal(let number):
            // One without a fraction is refused as an integer is, however long it is.
            if number.text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }) {
                return "integers must lie within ±\(maxInteger)."
            }
            return number.doubleValue.isFinite ? nil : "numbers must be finite."
        case .unsigned: return "integers must lie within ±\(maxInteger)."
        case .null, .array, .object: return "values must be strings, numbers or booleans."
        }
    }
}

/// What identifiers of users and channels may be.
enum ObjectName {
    /// The error in an identifier; nil for a valid one.
    static func fault(_ id: String, _ kind: ObjectKind, maxLength: Int) -> String? {
        guard !id.isEmpty, !NameLength.isExceeded(by: id, limit: maxLength) else {
            return "\(kind.title) id must be between 1 and \(maxLength) characters long."
        }
        guard !OriginCall.isDotSegment(id) else { return "\(kind.title) id must not be . or .. alone." }
        let isAllowed = id.unicodeScalars.allSatisfy { scalar in
            !",/\\*:".unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .control
        }
        return isAllowed ? nil : "\(kind.title) id must not contain , / \\ * : or control characters."
    }
}

/// The memberships that the body of a request names, by the identifiers of their other ends.
struct RequestedRelations {
    /// A membership to set.
    struct Setting {
        let id: String
        let patch: ObjectPatch
    }

    let set: [Setting]
    let delete: [String]
}
