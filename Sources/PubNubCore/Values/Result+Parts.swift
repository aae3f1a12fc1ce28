extension Result {
    /// The value; `nil` after a failure.
    package var value: Success? {
        guard case .success(let value) = self else { return nil }
        return value
    }

    /// The error; `nil` after a success.
    package var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
