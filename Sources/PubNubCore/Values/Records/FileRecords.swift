package import Foundation
package import PubNubWire

/// The address and the form with which one file is uploaded.
package struct UploadForm: Sendable, Equatable {
    /// A field of the form, which is sent as the service gave it.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    package let id: String
    /// The name that the service gives the file.
    package let name: String
    package let url: String
    package private(set) var fields: [Field]

    /// The form with another media type than the service guessed.
    package func withType(_ type: String) -> UploadForm {
        var form = self
        form.fields = fields.map { $0.name == "Content-Type" ? Field(name: $0.name, value: type) : $0 }
        return form
    }

    /// Reads the reply to a request for an upload; `nil` if it has another form.
    init?(_ members: [String: JSON]) {
        guard let id = members["data"]?["id"]?.string, !id.isEmpty,
            let name = members["data"]?["name"]?.string, !name.isEmpty,
            let request = members["file_upload_request"], let url = request["url"]?.string,
            let fields = request["form_fields"]?.array
        else { return nil }
        self.id = id
        self.name = name
        self.url = url
        self.fields = fields.compactMap { field in
            guard let name = field["key"]?.string, let value = field["value"]?.string else { return nil }
            return Field(name: name, value: value)
        }
    }
}

/// A file of a channel, as the service lists it.
package struct ListedFile: Sendable, Equatable {
    package let id: String
    package let name: String
    /// The number of stored bytes.
    package let size: Int
    package let created: Date

    /// Reads an element of a list; `nil` if it has another form.
    init?(_ members: [String: JSON]) {
        guard let id = members["id"]?.string, let name = members["name"]?.string,
            let size = members["size"]?.wholeNumber.flatMap({ Int(exactly: $0) }), size >= 0,
            let created = members["created"]?.string.flatMap({ ServiceDate($0)?.date })
        else { return nil }
        self.id = id
        self.name = name
        self.size = size
        self.created = created
    }
}

/// The file that a message is about.
package struct AttachedFile: Sendable, Equatable {
    package let id: String
    package let name: String
    /// The text or value that the sender attached; `nil` for none.
    package let caption: JSON?

    /// Reads the content of a message; `nil` if it names no file.
    package init?(_ content: JSON) {
        guard let id = content["file"]?["id"]?.string, let name = content["file"]?["name"]?.string else {
            return nil
        }
        self.id = id
        self.name = name
        caption = content["message"].flatMap { $0.isNull ? nil : $0 }
    }
}

/// The head of the response to a download.
package struct DownloadHead: Sendable, Equatable {
    package let status: Int
    package let contentType: String?
    /// The number of bytes that follow; `nil` if the response does not say.
    package let length: Int?
    package let entityTag: String?
    let location: String?

    /// - Parameters:
    ///   - status: The status of the response.
    ///   - text: The status line and the header lines.
    init(status: Int, _ text: String) {
        var fields: [String: String] = [:]
        for line in text.split(whereSeparator: \.isNewline).dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = String(value)
        }
        self.status = status
        contentType = fields["content-type"]
        length = fields["content-length"].flatMap { Int($0) }
        entityTag = fields["etag"]
        location = fields["location"]
    }
}
