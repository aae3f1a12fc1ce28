/// What is wrong with what a request of App Context was given.
struct InputFault: Error, Sendable, Equatable {
    /// What is wrong, with the name of the field.
    let information: String
}

extension PNError {
    /// The error for input that is found wrong before anything is sent.
    convenience init(input information: String, code: Int = kPNUnknownError) {
        self.init(message: information, code: code, underlying: InputFault(information: information))
    }
}
