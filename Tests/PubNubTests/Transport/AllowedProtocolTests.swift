import CPubNubCurl
import Testing

/// Documentation/Dependencies.md, "Versions of libcurl": a library without `CURLOPT_PROTOCOLS_STR` gets `CURLOPT_PROTOCOLS`.
@Suite struct AllowedProtocolTests {
    @Test("Only HTTP is allowed, also by a library that does not know the newer option", arguments: [10318, 10999])
    func fallback(option: UInt32) throws {
        let easy = try #require(curl_easy_init())
        defer { curl_easy_cleanup(easy) }
        #expect(ccurl_allow_http(easy, CURLoption(rawValue: option)) == CURLE_OK)
        #expect(ccurl_set_string(easy, CURLOPT_URL, "file:///dev/null") == CURLE_OK)
        #expect(curl_easy_perform(easy) == CURLE_UNSUPPORTED_PROTOCOL)
    }

    @Test("Without either option, a file can be read: the test above can fail")
    func without() throws {
        let easy = try #require(curl_easy_init())
        defer { curl_easy_cleanup(easy) }
        #expect(ccurl_set_string(easy, CURLOPT_URL, "file:///dev/null") == CURLE_OK)
        #expect(curl_easy_perform(easy) == CURLE_OK)
    }
}
