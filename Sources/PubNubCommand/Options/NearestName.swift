/// Advice on a name that does not exist.
enum NearestName {
    /// A sentence that names the most similar name, or all of them if none is similar.
    static func advice(on word: String, among names: [String]) -> String {
        let distances = names.map { name in
            (name: name, distance: word.lowercased().editDistance(to: name.lowercased()))
        }
        guard let best = distances.min(by: { $0.distance < $1.distance }) else { return "None is defined." }
        guard best.distance > max(2, word.count / 3) else { return "Did you mean '\(best.name)'?" }
        return "There are: \(names.sorted().joined(separator: ", "))."
    }
}
