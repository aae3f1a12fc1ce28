import Foundation
import PubNubCore
import PubNubMachines
import PubNubWire

/// Access rights (3.7.8 README, "PAM Methods"). All of these need the configuration's secret key and fail with 138 without it.
///
/// Rights exist on three levels: on the whole subscribe key, on channels, channel groups and namespaces, and for single
/// authorization keys on these. A right of a higher level also applies to the lower levels. Reading is subscribing,
/// presence and history, writing is publishing, managing is changing channel groups. Rights replace those that the same
/// subject had on the same level; ``PNAccessRights/noAccessRights`` revokes them. Their duration is given in minutes: 0
/// is unlimited, less than 0 is a day, and more than a year (525,600) is a year.
///
/// A list may mix channels and groups. It is then sent as two requests, the channels first. If the second request
/// fails, the first has taken effect. The `associatedObject` of an error is the ``PNAccessRightOptions`` of the call.
extension PubNub {
    /// Grants or revokes rights on everything that belongs to the subscribe key.
    ///
    /// - Parameters:
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: The duration in minutes: 0 is unlimited, less than 0 is a day.
    ///   - handlerBlock: Called with the present rights, or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func changeApplicationAccessRights(
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        andCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        face.changeApplicationRights(.init(accessRights, minutes: accessPeriodDuration), handlerBlock)
    }

    /// Grants or revokes the rights of all clients on channels, channel groups and namespaces of groups.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel``, ``PNChannelGroup`` and ``PNChannelGroupNamespace`` objects. An empty list, or a
    ///     name that cannot be used, is an error (115, 116 or 117). A name such as `news.*` covers all channels below it;
    ///     one that ends in `-pnpres` gives the right to presence events.
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: The duration in minutes: 0 is unlimited, less than 0 is a day.
    ///   - handlerBlock: Called with the present rights, or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func changeAccessRights(
        for channelObjects: [any PNChannelProtocol],
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        face.changeRights(
            on: channelObjects,
            of: nil,
            .init(accessRights, minutes: accessPeriodDuration),
            handlerBlock
        )
    }

    /// Grants or revokes the rights of authorization keys on one channel, channel group or namespace.
    ///
    /// - Parameters:
    ///   - clientsAuthorizationKeys: The keys. An empty list, an empty key and one with a comma are errors (-1).
    ///   - object: The ``PNChannel``, ``PNChannelGroup`` or ``PNChannelGroupNamespace``.
    ///   - accessRights: The rights.
    ///   - accessPeriodDuration: The duration in minutes: 0 is unlimited, less than 0 is a day.
    ///   - handlerBlock: Called with the present rights, or with the error. Pass `nil`, the default, to ignore the
    ///     result.
    public func changeAccessRights(
        forClients clientsAuthorizationKeys: [String],
        object: any PNChannelProtocol,
        to accessRights: PNAccessRights,
        onPeriod accessPeriodDuration: Int,
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsChangeBlock? = nil
    ) {
        changeAccessRights(
            ofClients: clientsAuthorizationKeys,
            on: [object],
            to: accessRights,
            onPeriod: accessPeriodDuration,
            handlerBlock
        )
    }

    /// Requests all rights of the subscribe key, on every level.
    ///
    /// - Parameter handlerBlock: Called with the rights, or with the error. Pass `nil`, the default, to ignore the
    ///   result.
    public func auditAccessRightsForApplication(
        completionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        face.auditRights(on: nil, handlerBlock)
    }

    /// Requests the rights on channels, channel groups and namespaces of groups, and those of authorization keys there.
    ///
    /// - Parameters:
    ///   - channelObjects: ``PNChannel``, ``PNChannelGroup`` and ``PNChannelGroupNamespace`` objects. An empty list, or a
    ///     name that cannot be used, is an error (115, 116 or 117).
    ///   - handlerBlock: Called with the rights, or with the error. Pass `nil`, the default, to ignore the result.
    public func auditAccessRights(
        for channelObjects: [any PNChannelProtocol],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        face.auditRights(on: channelObjects, handlerBlock)
    }

    /// Requests the rights of authorization keys on one channel, channel group or namespace.
    ///
    /// - Parameters:
    ///   - object: The ``PNChannel``, ``PNChannelGroup`` or ``PNChannelGroupNamespace``.
    ///   - clientsAuthorizationKeys: The keys. An empty list, an empty key and one with a comma are errors (-1).
    ///   - handlerBlock: Called with the rights, or with the error. Pass `nil`, the default, to ignore the result.
    public func auditAccessRights(
        for object: any PNChannelProtocol,
        clients clientsAuthorizationKeys: [String],
        withCompletionHandling handlerBlock: PNClientChannelAccessRightsAuditBlock? = nil
    ) {
        auditAccessRights(ofClients: clientsAuthorizationKeys, on: [object], handlerBlock)
    }
}

extension PubNub {
    /// Grants or revokes the rights of authorization keys on several objects.
    package func changeAccessRights(
        ofClients keys: [String],
        on objects: [any PNChannelProtocol],
        to rights: PNAccessRights,
        onPeriod minutes: Int,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        face.changeRights(on: objects, of: keys, .init(rights, minutes: minutes), handler)
    }

    /// Requests the rights of authorization keys on several objects.
    package func auditAccessRights(
        ofClients keys: [String],
        on objects: [any PNChannelProtocol],
        _ handler: PNClientChannelAccessRightsAuditBlock?
    ) {
        face.auditRights(on: objects, of: keys, handler)
    }
}

/// Changing and auditing access rights.
extension ClientFace {
    /// Grants or revokes rights on the whole subscribe key.
    func changeApplicationRights(
        _ change: AccessRightsRequest.Change,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        perform(AccessRightsRequest(change: change), nil, handler.map(PNEvent.accessRightsChange.handler)) {
            .accessRightsChange($0)
        }
    }

    /// Grants or revokes rights on objects, for all clients or for some keys.
    func changeRights(
        on objects: [any PNChannelProtocol],
        of keys: [String]?,
        _ change: AccessRightsRequest.Change,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        var request = AccessRightsRequest(objects: objects, keys: keys ?? [], change: change)
        // An empty list must not mean all objects or all clients.
        let fault: Fault? = objects.isEmpty ? .noObjects : keys?.isEmpty == true ? .noKeys : nil
        var invalid: [any PNChannelProtocol] = []
        if change.rights == .noAccessRights {
            let list = Validation.checkedForAccess(objects)
            if !list.valid.isEmpty { (request.objects, invalid) = (list.valid, list.invalid) }
        }
        perform(request, fault, revokesAllBut: invalid, handler.map(PNEvent.accessRightsChange.handler)) {
            .accessRightsChange($0)
        }
    }

    /// Requests the rights on objects, or all rights if `objects` is `nil`; those of all clients if `keys` is `nil`.
    func auditRights(
        on objects: [any PNChannelProtocol]?,
        of keys: [String]? = nil,
        _ handler: PNClientChannelAccessRightsAuditBlock?
    ) {
        let request = AccessRightsRequest(objects: objects ?? [], keys: keys ?? [])
        let fault: Fault? = objects?.isEmpty == true ? .noObjects : keys?.isEmpty == true ? .noKeys : nil
        perform(request, fault, handler.map(PNEvent.accessRightsAudit.handler)) { .accessRightsAudit($0) }
    }

    private enum Fault: Sendable {
        case noObjects, noKeys

        var failure: Failure {
            switch self {
            case .noObjects: .noTargets
            case .noKeys: Failure(unsent: ErrorCode.unknown, "The list of authorization keys is empty.")
            }
        }
    }

    private func perform(
        _ request: AccessRightsRequest,
        _ fault: Fault?,
        revokesAllBut invalid: [any PNChannelProtocol] = [],
        _ handler: EventHandler?,
        _ event: @escaping @Sendable (Result<PNAccessRightsCollection, PNError>) -> PNEvent
    ) {
        let completion = Completion(handler)
        inLine("access rights") { [self] in perform(request, fault, revokesAllBut: invalid, completion, at: $0, event) }
    }

    private func perform(
        _ request: AccessRightsRequest,
        _ fault: Fault?,
        revokesAllBut invalid: [any PNChannelProtocol],
        _ completion: Completion?,
        at position: CallPosition,
        _ event: @escaping @Sendable (Result<PNAccessRightsCollection, PNError>) -> PNEvent
    ) {
        let settings = engine.settings
        let subscribeKey = settings.subscribeKey
        let hasSecret = settings.secretKey?.isEmpty == false
        let options = request.options(subscribeKey: subscribeKey)
        var others = request
        others.objects = invalid
        let invalidFault = Validation.checkedForAccess(invalid).error?
            .associated(with: others.options(subscribeKey: subscribeKey))
        let finish = { @Sendable [self] (result: Result<AccessRightsReply, PNError>) in
            let collection =
                result
                .map { PNAccessRightsCollection($0, respondingTo: options) }
                .mapError { $0.associated(with: options) }
            emit(collection, fault: invalidFault, completion: completion, ending: position, event)
        }
        do throws(Failure) {
            if let fault { throw fault.failure }
            try Validation.access(request.objects, request.keys)
            guard hasSecret else { throw Failure(unsent: ErrorCode.secretKeyMissing) }
        } catch {
            return finish(.failure(PNError(error)))
        }
        submitAll(request.calls(timestamp: Int64(engine.now().timeIntervalSince1970)), at: position, finish)
    }

    /// Makes calls one after another until the first failure, and joins their replies. They also follow the calls of
    /// earlier requests, so that the last change of a right is the one that remains.
    private func submitAll(
        _ calls: [Call<AccessRightsReply>],
        at position: CallPosition,
        after earlier: AccessRightsReply = AccessRightsReply(),
        _ completion: @escaping @Sendable (Result<AccessRightsReply, PNError>) -> Void
    ) {
        guard let call = calls.first else { return completion(.success(earlier)) }
        submit(call, order: "access rights", at: position) { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let reply):
                submitAll(Array(calls.dropFirst()), at: position, after: earlier.joined(with: reply), completion)
            }
        }
    }
}

/// A request to the access manager.
struct AccessRightsRequest: Sendable {
    var objects: [any PNChannelProtocol] = []
    /// The authorization keys; empty for all clients.
    var keys: [String] = []
    /// The rights to grant; `nil` for an audit.
    var change: Change?

    /// Rights and their duration.
    struct Change: Sendable {
        let rights: PNAccessRights
        let minutes: UInt

        /// Rights for a number of minutes as applications pass it: 0 is unlimited, below 0 the default.
        init(_ rights: PNAccessRights, minutes asked: Int) {
            let isRevocation = rights.contains(.noAccessRights) || rights.isEmpty
            self.rights = isRevocation ? .noAccessRights : rights
            let given = asked < 0 ? ServiceLimits.defaultAccessMinutes : min(asked, ServiceLimits.maxAccessMinutes)
            minutes = isRevocation ? 0 : UInt(given)
        }
    }

    /// The request as errors describe it.
    func options(subscribeKey: String) -> PNAccessRightOptions {
        PNAccessRightOptions(
            applicationKey: subscribeKey,
            rights: change?.rights ?? .unknownAccessRights,
            channels: objects,
            clientsAuthorizationKeys: keys,
            accessPeriodDuration: change?.minutes ?? 0
        )
    }

    /// The calls of the request: channels and groups need separate ones.
    func calls(timestamp: Int64) -> [Call<AccessRightsReply>] {
        subjects.map { subjects in
            guard let change else { return AccessManagerEndpoints.audit(subjects, of: keys, timestamp: timestamp) }
            return AccessManagerEndpoints.grant(
                change.rights,
                on: subjects,
                to: keys,
                minutes: change.minutes,
                timestamp: timestamp
            )
        }
    }

    private var subjects: [AccessManagerEndpoints.Subjects] {
        guard !objects.isEmpty else { return [.application] }
        let channels = objects.filter { !$0.isChannelGroup }.map(\.name)
        let groups = objects.filter(\.isChannelGroup).map(\.name)
        return (channels.isEmpty ? [] : [.channels(channels)]) + (groups.isEmpty ? [] : [.groups(groups)])
    }
}
