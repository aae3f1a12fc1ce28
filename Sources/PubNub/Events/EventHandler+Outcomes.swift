import PubNubMachines

/// One closure for one outcome.
extension EventHandler {
    static func unsubscription(_ block: @escaping PNClientChannelUnsubscriptionHandlerBlock) -> Self {
        outcome({ if case .unsubscription(let outcome, _) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.failure?.objects, $0.failure)
        }
    }

    static func presenceEnabling(_ block: @escaping PNClientPresenceEnableHandlingBlock) -> Self {
        outcome({ if case .presenceEnabling(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.failure?.objects, $0.failure)
        }
    }

    static func presenceDisabling(_ block: @escaping PNClientPresenceDisableHandlingBlock) -> Self {
        outcome({ if case .presenceDisabling(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.failure?.objects, $0.failure)
        }
    }

    static func clientStateRequest(_ block: @escaping PNClientStateRetrieveHandlingBlock) -> Self {
        outcome({ if case .clientState(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func clientStateUpdate(_ block: @escaping PNClientStateUpdateHandlingBlock) -> Self {
        outcome({ if case .clientStateUpdate(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func namespaces(_ block: @escaping PNClientChannelGroupNamespacesRequestHandlingBlock) -> Self {
        outcome({ if case .namespaces(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value, $0.failure)
        }
    }

    static func namespaceRemoval(_ block: @escaping PNClientChannelGroupNamespaceRemoveHandlingBlock) -> Self {
        outcome({ if case .namespaceRemoval(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func groupRemoval(_ block: @escaping PNClientChannelGroupRemoveHandlingBlock) -> Self {
        outcome({ if case .groupRemoval(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func groupChannels(_ block: @escaping PNClientChannelsForGroupRequestHandlingBlock) -> Self {
        outcome({ if case .groupChannels(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func groupChannelsAddition(_ block: @escaping PNClientChannelsAdditionToGroupHandlingBlock) -> Self {
        outcome({ if case .groupChannelsAddition(let outcome) = $0 { outcome } else { nil } }) {
            let change = $0.value ?? $0.subject()
            block(change?.group, change?.channels, $0.failure)
        }
    }

    static func groupChannelsRemoval(_ block: @escaping PNClientChannelsRemovalFromGroupHandlingBlock) -> Self {
        outcome({ if case .groupChannelsRemoval(let outcome) = $0 { outcome } else { nil } }) {
            let change = $0.value ?? $0.subject()
            block(change?.group, change?.channels, $0.failure)
        }
    }

    static func pushEnabling(_ block: @escaping PNClientPushNotificationsEnableHandlingBlock) -> Self {
        outcome({ if case .pushEnabling(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func pushDisabling(_ block: @escaping PNClientPushNotificationsDisableHandlingBlock) -> Self {
        outcome({ if case .pushDisabling(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value ?? $0.subject(), $0.failure)
        }
    }

    static func pushChannels(_ block: @escaping PNClientPushNotificationsEnabledChannelsHandlingBlock) -> Self {
        outcome({ if case .pushChannels(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value, $0.failure)
        }
    }

    static func accessRightsChange(_ block: @escaping PNClientChannelAccessRightsChangeBlock) -> Self {
        outcome({ if case .accessRightsChange(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value, $0.failure)
        }
    }

    static func accessRightsAudit(_ block: @escaping PNClientChannelAccessRightsAuditBlock) -> Self {
        outcome({ if case .accessRightsAudit(let outcome) = $0 { outcome } else { nil } }) {
            block($0.value, $0.failure)
        }
    }
}

extension Result where Failure == PNError {
    /// What the error is about, when it is what a success would have given.
    fileprivate func subject() -> Success? {
        failure?.associatedObject as? Success
    }
}
