import Testing

@testable import PubNubOrigin

/// The table of used upload forms.
@Suite("A form uploads one file, and the work for that does not grow with earlier uploads")
struct UsedFormsTests {
    @Test("A form is used once, until it has expired; keysets are apart")
    func once() {
        var forms = UsedForms()
        #expect(forms.use("a", of: "one", until: 400, at: 0) == .first)
        #expect(forms.use("a", of: "one", until: 400, at: 399) == .again)
        #expect(forms.use("a", of: "two", until: 400, at: 399) == .first)
    }

    @Test("20,000 uploads remove expired forms a few times, and the table is small again after their time")
    func sweeps() {
        var forms = UsedForms()
        for number in 0..<20_000 {
            let date = UInt64(number) / 200
            #expect(forms.use("\(number)", of: "k", until: date + 361, at: date) == .first)
        }
        #expect(forms.sweeps <= 5)
        for number in 20_000..<60_000 { _ = forms.use("\(number)", of: "k", until: 2000, at: 1000) }
        #expect(forms.count(keyset: "k") == 40_000)
        #expect(forms.sweeps <= 8)
    }

    @Test("A keyset with too many forms gets no more until some have expired, and is not searched for each of them")
    func full() {
        var forms = UsedForms()
        for number in 0..<UsedForms.capacity { _ = forms.use("\(number)", of: "k", until: 361, at: 0) }
        let before = forms.sweeps
        for number in 0..<1000 { #expect(forms.use("more \(number)", of: "k", until: 361, at: 1) == .full) }
        #expect(forms.sweeps - before == 1)
        #expect(forms.use("other", of: "l", until: 361, at: 1) == .first)
        #expect(forms.use("more", of: "k", until: 800, at: 362) == .first)
        #expect(forms.count(keyset: "k") == 1)
    }
}
