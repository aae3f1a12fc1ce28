/// A call that is put together step by step, and made by its last step.
///
/// The steps may come in any order, and all but the last may be left out. A builder keeps its client, and belongs to whoever
/// made it: it is not to be used from several threads at a time.
public class PNAPICallBuilder {
    let client: PubNub

    init(_ client: PubNub) {
        self.client = client
    }
}
