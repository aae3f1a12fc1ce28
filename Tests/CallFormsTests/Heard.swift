/// The arguments of an example's closures, in order. They run on the callback queue, which `EndedCalls` waits for.
final class Heard {
    private(set) var words: [String] = []

    func hear(_ word: String) {
        words.append(word)
    }
}
