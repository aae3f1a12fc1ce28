import PubNub

/// What happens if this client and another one changed the same field.
public enum ChatConflictPolicy: Hashable, Sendable {
    /// The value of this client applies.
    case mine
    /// Nothing is changed, and ``ChatError/conflict(fields:)`` is thrown.
    case fail
}

/// Changes a user or a channel of the service, without undoing what others changed in the meantime.
///
/// The service applies a change only if the object still has the entity tag that the change started from. Otherwise the
/// object is read again, and the changes of both are merged.
struct ObjectUpdate<Object: SharedObject> {
    /// The maximum number of times that a change is sent.
    static var maxAttempts: Int { 5 }

    let conflict: ChatConflictPolicy
    /// Reads the object; nil if the service has none.
    let read: () async throws -> Object?
    /// Sends a change, which applies only if the object has the tag.
    let write: (FieldsChange, _ eTag: String?) async throws -> Object

    /// The state from which a change starts.
    private struct Known {
        var fields = ChatObjectFields()
        var eTag: String?
    }

    /// Changes the fields of an object that differ from those that were read. For a value that the app made itself, sets
    /// the fields that have a value.
    func run(_ own: Object) async throws -> Object {
        var wanted = try own.fields()
        guard let base = own.base.value(of: Object.self) else { return try await create(wanted) }
        var known = Known(fields: try base.fields(), eTag: base.eTag)
        let isCustomChanged = wanted.custom != known.fields.custom
        if known.eTag == nil || isCustomChanged && base.customSource.text == nil {
            (wanted, known) = try await merge(wanted, known)
        }
        return try await send(wanted, known, own) { try await merge($0, $1) }
    }

    /// Reads an object, lets the app change it, and sends the change; the app changes the newer value after a conflict.
    func run(_ id: Object, _ body: (inout Object) throws -> Void) async throws -> Object {
        func changed() async throws -> (ChatObjectFields, Known, Object) {
            let found = try await read()
            var value = found ?? id
            let known = Known(fields: try found?.fields() ?? ChatObjectFields(), eTag: found?.eTag)
            try body(&value)
            return (try value.fields(), known, value)
        }
        let (wanted, known, value) = try await changed()
        return try await send(wanted, known, value) { _, _ in
            let (wanted, known, _) = try await changed()
            return (wanted, known)
        }
    }

    private func send(
        _ first: ChatObjectFields,
        _ start: Known,
        _ own: Object,
        again: (ChatObjectFields, Known) async throws -> (ChatObjectFields, Known)
    ) async throws -> Object {
        var (wanted, known) = (first, start)
        var problem: any Error = ChatError.conflict(fields: [])
        for _ in 0..<Self.maxAttempts {
            let change = wanted.change(from: known.fields)
            // A user or channel without metadata is created even without a field.
            if change.isEmpty, known.eTag != nil { return try await read() ?? own }
            do {
                return try await write(change, known.eTag)
            } catch let error as PNError where error.statusCode == 412 {
                problem = ChatError.conflict(fields: Self.names(of: change))
            } catch let error as PNError where error.isOutcomeUnknown {
                // The service may have processed the request whose response was lost.
                if let now = try await read(), change.isDone(in: try now.fields()) { return now }
                problem = error
            }
            (wanted, known) = try await again(wanted, known)
        }
        throw problem
    }

    private func create(_ fields: ChatObjectFields) async throws -> Object {
        var change = fields.change(from: ChatObjectFields())
        if fields.custom.isEmpty { change.custom = nil }
        return try await write(change, nil)
    }

    private func merge(_ wanted: ChatObjectFields, _ known: Known) async throws -> (ChatObjectFields, Known) {
        guard let now = try await read() else { return (wanted, Known()) }
        let fields = try now.fields()
        let merged = wanted.merged(with: fields, from: known.fields)
        if conflict == .fail, !merged.conflicts.isEmpty { throw ChatError.conflict(fields: merged.conflicts) }
        return (merged.fields, Known(fields: fields, eTag: now.eTag))
    }

    private static func names(of change: FieldsChange) -> [String] {
        (change.texts.keys.map(\.rawValue) + change.cleared.map(\.rawValue) + (change.custom == nil ? [] : ["custom"]))
            .sorted()
    }
}
