extension Sequence where Element: Hashable {
    /// The elements in order, each only where it comes first.
    func withoutRepetitions() -> [Element] {
        var seen = Set<Element>()
        return filter { seen.insert($0).inserted }
    }
}
