/// A call of the files service.
enum FileOperation: Sendable {
    case uploadAddress
    case upload
    case list
    case download
    case content
    case removal
}

extension Endpoint {
    static let fileUploadAddress = Endpoint(.files, .right(.write, on: .channel), .files(.uploadAddress))
    /// The form is a right by itself. It names its keyset, and was signed for it.
    static let fileUpload = Endpoint(.files, .anyone, .files(.upload), keys: .unchecked)
    static let files = Endpoint(.files, .right(.read, on: .channel), .files(.list))
    static let fileDownload = Endpoint(.files, .right(.read, on: .channel), .files(.download))
    /// The address is a right by itself.
    static let fileContent = Endpoint(.files, .anyone, .files(.content))
    static let fileRemoval = Endpoint(.files, .right(.delete, on: .channel), .files(.removal))
}
