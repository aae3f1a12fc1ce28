import Testing

@testable import PubNub

/// 2.4 Retries caused by a response
@Suite("RetryAdvice")
struct RetryAdviceTests {
    @Test(
        "Malformed replies and failures of the server are worth another try, refusals are not",
        arguments: [
            (200, 143, RetryAdvice.retryMalformed), (200, 142, .no), (200, 122, .no), (200, -1, .no),
            (500, -1, .retryServer), (503, 143, .retryServer), (502, 142, .retryServer), (599, 122, .retryServer),
            (400, 113, .no), (404, 143, .no), (403, 122, .no), (429, 141, .no),
        ]
    )
    func advice(status: Int, code: Int, advice: RetryAdvice) {
        #expect(RetryAdvice(status: status, error: PNError(code: code)) == advice)
    }

    @Test("Three tries more, or none")
    func limits() {
        #expect(RetryAdvice.retryMalformed.limit == 3)
        #expect(RetryAdvice.retryServer.limit == 3)
        #expect(RetryAdvice.no.limit == 0)
    }
}
