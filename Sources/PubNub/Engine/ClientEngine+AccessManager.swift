import Foundation
import PubNubWire

/// Changing and auditing access rights.
extension ClientEngine {
    /// Gives or revokes rights on the whole subscribe key.
    func changeApplicationRights(
        _ change: AccessRightsRequest.Change,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        perform(AccessRightsRequest(change: change), nil, handler.map(PNEvent.accessRightsChange.handler)) {
            .accessRightsChange($0)
        }
    }

    /// Gives or revokes rights on objects, for everybody or for some keys.
    func changeRights(
        on objects: [any PNChannelProtocol],
        of keys: [String]?,
        _ change: AccessRightsRequest.Change,
        _ handler: PNClientChannelAccessRightsChangeBlock?
    ) {
        let request = AccessRightsRequest(objects: objects, keys: keys ?? [], change: change)
        // An empty list must not turn into everything or everybody.
        let fault: Fault? = objects.isEmpty ? .noObjects : keys?.isEmpty == true ? .noKeys : nil
        perform(request, fault, handler.map(PNEvent.accessRightsChange.handler)) { .accessRightsChange($0) }
    }

    /// Asks for the rights on objects, or on everything when there are none.
    func auditRights(
        on objects: [any PNChannelProtocol]?,
        of keys: [String] = [],
        _ handler: PNClientChannelAccessRightsAuditBlock?
    ) {
        let request = AccessRightsRequest(objects: objects ?? [], keys: keys)
        let fault: Fault? = objects?.isEmpty == true ? .noObjects : nil
        perform(request, fault, handler.map(PNEvent.accessRightsAudit.handler)) { .accessRightsAudit($0) }
    }

    private enum Fault {
        case noObjects, noKeys

        var error: PNError {
            switch self {
            case .noObjects: PNError(code: kPNRestrictedCharacterInChannelNameError)
            case .noKeys: PNError(message: "There is no authorization key.", code: kPNUnknownError)
            }
        }
    }

    private func perform(
        _ request: AccessRightsRequest,
        _ fault: Fault?,
        _ handler: EventHandler?,
        _ event: @escaping @Sendable (Result<PNAccessRightsCollection, PNError>) -> PNEvent
    ) {
        let completion = hub.completion(handler, for: request.key)
        let (subscribeKey, hasSecret) = read { ($0.settings.subscribeKey, $0.settings.secretKey?.isEmpty == false) }
        let options = request.options(subscribeKey: subscribeKey)
        let finish = { @Sendable [self] (result: Result<AccessRightsReply, PNError>) in
            let collection =
                result
                .map { PNAccessRightsCollection($0, answering: options) }
                .mapError { $0.associated(with: options) }
            emit(event(collection), completion: completion)
        }
        do throws(PNError) {
            if let fault { throw fault.error }
            try Validation.access(request.objects, request.keys)
            guard hasSecret else { throw PNError(code: kPNSecretKeyNotSpecifiedError) }
        } catch {
            return finish(.failure(error))
        }
        submitAll(request.calls(timestamp: Int64(now().timeIntervalSince1970)), finish)
    }

    /// Makes calls one after the other, until the first failure, and puts their replies together. They also follow those
    /// of earlier requests: what is revoked last stays revoked.
    private func submitAll(
        _ calls: [Call<AccessRightsReply>],
        after earlier: AccessRightsReply = AccessRightsReply(),
        _ completion: @escaping @Sendable (Result<AccessRightsReply, PNError>) -> Void
    ) {
        guard let call = calls.first else { return completion(.success(earlier)) }
        submit(call, order: "access rights") { [self] result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let reply):
                submitAll(Array(calls.dropFirst()), after: earlier.joined(with: reply), completion)
            }
        }
    }
}
