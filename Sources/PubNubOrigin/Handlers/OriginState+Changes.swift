extension OriginState {
    /// Makes changes, and answers only once they are kept.
    mutating func change(
        _ changes: [ArchiveChange],
        for call: OriginCall,
        answer: OriginResponse = RegistryAnswer.ok
    ) -> [OriginAction] {
        for change in changes { apply(change) }
        return [
            .keep(
                changes,
                for: call.id,
                answer: answer.wrapped(in: call.callback),
                failure: ErrorAnswer.storageFailed.wrapped(in: call.callback)
            )
        ]
    }

    mutating func apply(_ change: ArchiveChange) {
        switch change {
        case .groups(let change): groups.apply(change)
        case .push(let change): push.apply(change)
        case .access(let record): access.apply(record)
        case .object(let change): objectStore.apply(change)
        case .action(let change): actions.apply(change)
        }
    }
}
