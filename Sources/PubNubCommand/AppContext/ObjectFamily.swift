/// What the commands about one kind of object of App Context have in common.
protocol ObjectFamily: SendableMetatype {
    /// The command, such as `users`.
    static var word: String { get }
    /// What the command is for, in a sentence.
    static var abstract: String { get }
    /// Whose identifier is given: `user` or `channel`.
    static var subject: String { get }
    /// An identifier of that kind, for examples.
    static var example: String { get }
    /// What `--include` takes, by name.
    static var includable: [String: UInt] { get }
    /// What `--include` is when it is not given: everything that belongs to the object itself.
    static var included: [String] { get }
    /// How many there are in all, as a field to be included.
    static var count: UInt { get }
    /// What is shown to people of each object: a title, and the members that lead to the value.
    static var columns: [(title: String, path: [String])] { get }
}
