import PubNubWire

/// A request of an application from which the client makes a call.
package protocol CallRequest {
    /// The content of the response.
    associatedtype Reply: Sendable

    /// Creates the call for a client with this identifier, or throws an error that names the invalid setting.
    func call(for identifier: String) throws(PNError) -> Call<Reply>
}
