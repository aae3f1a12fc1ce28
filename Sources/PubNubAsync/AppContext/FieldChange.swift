import PubNubCore

/// A change of one field: it is set, cleared or left as it is.
///
/// String and dictionary literals set a field, so a call reads like this:
///
/// ```swift
/// import PubNubAsync
///
/// func rename(_ user: String, _ client: PubNubClient) async throws {
///     try await client.users.set(user, UserChanges(name: "Ann", email: .clear))
/// }
/// ```
public enum FieldChange<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The field stays as it is.
    case unchanged
    /// The field gets a value.
    case set(Value)
    /// The field has no value afterwards.
    case clear
}

extension FieldChange: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral, ExpressibleByStringInterpolation
where Value == String {
    /// Makes a change that sets the field.
    ///
    /// - Parameter value: The value.
    public init(stringLiteral value: String) { self = .set(value) }
}

extension FieldChange: ExpressibleByDictionaryLiteral where Value == [String: JSON] {
    /// Makes a change that sets the field.
    ///
    /// - Parameter elements: The values by name. The last of equal names counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .set(Dictionary(elements) { _, last in last })
    }
}

/// Changes of the metadata of a user. Fields that are not given stay as they are.
public struct UserChanges: Sendable, Hashable {
    /// The name for people: 1 to 2,048 characters.
    public var name: FieldChange<String>
    /// The identifier in another system: up to 2,048 characters.
    public var externalID: FieldChange<String>
    /// The address of a picture: up to 2,048 characters.
    public var profileURL: FieldChange<String>
    /// The e-mail address: up to 320 characters.
    public var email: FieldChange<String>
    /// A status that the application defines: up to 50 characters.
    public var status: FieldChange<String>
    /// A type that the application defines: up to 50 characters.
    public var type: FieldChange<String>
    /// Further values, which replace all earlier ones: strings, numbers and booleans.
    public var custom: FieldChange<[String: JSON]>

    /// Makes changes of the given fields.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - externalID: The identifier in another system.
    ///   - profileURL: The address of a picture.
    ///   - email: The e-mail address.
    ///   - status: A status that the application defines.
    ///   - type: A type that the application defines.
    ///   - custom: Further values, which replace all earlier ones.
    public init(
        name: FieldChange<String> = .unchanged,
        externalID: FieldChange<String> = .unchanged,
        profileURL: FieldChange<String> = .unchanged,
        email: FieldChange<String> = .unchanged,
        status: FieldChange<String> = .unchanged,
        type: FieldChange<String> = .unchanged,
        custom: FieldChange<[String: JSON]> = .unchanged
    ) {
        self.name = name
        self.externalID = externalID
        self.profileURL = profileURL
        self.email = email
        self.status = status
        self.type = type
        self.custom = custom
    }

    var terms: FieldTerms {
        var terms = FieldTerms(status: status, type: type, custom: custom)
        terms[.name] = name.term
        terms[.externalId] = externalID.term
        terms[.profileUrl] = profileURL.term
        terms[.email] = email.term
        return terms
    }
}

/// Changes of the metadata of a channel. Fields that are not given stay as they are.
public struct ChannelChanges: Sendable, Hashable {
    /// The name for people: 1 to 2,048 characters.
    public var name: FieldChange<String>
    /// A description: up to 2,048 characters.
    public var description: FieldChange<String>
    /// A status that the application defines: up to 50 characters.
    public var status: FieldChange<String>
    /// A type that the application defines: up to 50 characters.
    public var type: FieldChange<String>
    /// Further values, which replace all earlier ones: strings, numbers and booleans.
    public var custom: FieldChange<[String: JSON]>

    /// Makes changes of the given fields.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: A description.
    ///   - status: A status that the application defines.
    ///   - type: A type that the application defines.
    ///   - custom: Further values, which replace all earlier ones.
    public init(
        name: FieldChange<String> = .unchanged,
        description: FieldChange<String> = .unchanged,
        status: FieldChange<String> = .unchanged,
        type: FieldChange<String> = .unchanged,
        custom: FieldChange<[String: JSON]> = .unchanged
    ) {
        self.name = name
        self.description = description
        self.status = status
        self.type = type
        self.custom = custom
    }

    var terms: FieldTerms {
        var terms = FieldTerms(status: status, type: type, custom: custom)
        terms[.name] = name.term
        terms[.information] = description.term
        return terms
    }
}

/// Changes of the fields of a membership. Fields that are not given stay as they are.
public struct MembershipChanges: Sendable, Hashable {
    /// A status that the application defines: up to 50 characters.
    public var status: FieldChange<String>
    /// A type that the application defines: up to 50 characters.
    public var type: FieldChange<String>
    /// Further values, which replace all earlier ones: strings, numbers and booleans.
    public var custom: FieldChange<[String: JSON]>

    /// Makes changes of the given fields.
    ///
    /// - Parameters:
    ///   - status: A status that the application defines.
    ///   - type: A type that the application defines.
    ///   - custom: Further values, which replace all earlier ones.
    public init(
        status: FieldChange<String> = .unchanged,
        type: FieldChange<String> = .unchanged,
        custom: FieldChange<[String: JSON]> = .unchanged
    ) {
        self.status = status
        self.type = type
        self.custom = custom
    }

    var terms: FieldTerms { FieldTerms(status: status, type: type, custom: custom) }
}

extension FieldTerms {
    /// The fields that all objects have.
    fileprivate init(
        status: FieldChange<String>,
        type: FieldChange<String>,
        custom: FieldChange<[String: JSON]>
    ) {
        self.init()
        self[.status] = status.term
        self[.type] = type.term
        self[.custom] = custom.term
    }
}

extension FieldChange<String> {
    /// The change as the engine makes it; `nil` for none.
    fileprivate var term: FieldTerm? {
        switch self {
        case .unchanged: nil
        case .set(let text): .text(text)
        case .clear: .clear
        }
    }
}

extension FieldChange<[String: JSON]> {
    /// The change as the engine makes it; `nil` for none.
    fileprivate var term: FieldTerm? {
        switch self {
        case .unchanged: nil
        case .set(let values): .values(values)
        case .clear: .clear
        }
    }
}
