import PubNubMachines

/// Actions that the engine performs in order. Its memory is used again, so that most batches allocate none.
struct ActionBatch: Sendable {
    typealias Step = @Sendable () -> Void

    /// Memory for more actions than this is not retained.
    private static let maxRetained = 1_024

    var actions: ClientActions = []
    /// The engine's own steps: one for each `runStep` among the actions. They are closures, which no action holds.
    private var steps: [Step] = []

    var isEmpty: Bool { actions.isEmpty }

    /// Puts a step of the engine in line.
    mutating func run(_ step: @escaping Step) {
        steps.append(step)
        actions.append(.runStep)
    }

    /// Performs all actions in order, each step in its place.
    func perform(_ perform: (ClientAction) -> Void) {
        var next = steps.startIndex
        for action in actions {
            guard case .runStep = action, next < steps.endIndex else {
                perform(action)
                continue
            }
            steps[next]()
            next += 1
        }
    }

    mutating func clear() {
        let isSmall = actions.capacity <= Self.maxRetained
        actions.removeAll(keepingCapacity: isSmall)
        steps.removeAll(keepingCapacity: isSmall)
    }
}
