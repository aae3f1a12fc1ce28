import Dispatch
import PubNub

/// Receives a stored page, the request for the next one, and the error of the first item that was not stored.
typealias PageHandler<Items, Request> = @Sendable (Items, Request?, (any Error)?) -> Void

/// Runs the `async` functions for the functions with closures.
extension DataProvider {
    /// Starts a request to the service, and reports its result on the callback queue.
    ///
    /// The request begins before this returns, so that requests are sent in the order of the calls.
    ///
    /// - Parameters:
    ///   - completion: Receives the result, once.
    ///   - action: The action.
    func start<Value: Sendable, Failure: Error>(
        _ completion: ((Result<Value, Failure>) -> Void)?,
        _ action: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        let work = reporting(completion, action)
        Task.immediate { await work() }
    }

    /// Starts an action on the store after all earlier ones, and reports its result on the callback queue.
    ///
    /// - Parameters:
    ///   - completion: Receives the result, once.
    ///   - action: The action.
    func startInOrder<Value: Sendable>(
        _ completion: ((Result<Value, any Error>) -> Void)?,
        _ action: @escaping @Sendable () async throws -> Value
    ) {
        storeQueue.add(reporting(completion, action))
    }

    /// Starts an action on the store after all earlier ones, and reports its error on the callback queue.
    ///
    /// - Parameters:
    ///   - completion: Receives the error or nil, once.
    ///   - action: The action.
    func startInOrder(_ completion: (((any Error)?) -> Void)?, _ action: @escaping @Sendable () async throws -> Void) {
        let ending = completion.map { completion in { (result: Result<Void, any Error>) in completion(result.failure) }
        }
        startInOrder(ending, action)
    }

    /// Starts to load items after all earlier actions.
    ///
    /// - Parameters:
    ///   - batchHandler: Receives each batch after it was stored, and the error of its first item that was not stored.
    ///   - completion: Called once, after the last batch.
    ///   - action: The action, which reports batches.
    func startLoad<Item: Sendable>(
        _ batchHandler: (([Item], (any Error)?) -> Void)?,
        _ completion: (() -> Void)?,
        _ action: @escaping @Sendable ((@Sendable ([Item], (any Error)?) -> Void)?) async throws -> Void
    ) {
        typealias Batch = (items: [Item], error: (any Error)?)
        let batches = relay(batchHandler.map { handler in { (batch: Batch) in handler(batch.items, batch.error) } })
        let onBatch: (@Sendable ([Item], (any Error)?) -> Void)? = batches.map { batches in
            { @Sendable items, error in batches((items, error)) }
        }
        let ending = completion.map { completion in { (_: Result<Void, any Error>) in completion() } }
        startInOrder(ending) { try await action(onBatch) }
    }

    /// Starts an action that reads pages.
    ///
    /// - Parameters:
    ///   - pageHandler: Receives each page after it was stored.
    ///   - progress: Receives the progress after each page.
    ///   - completion: Receives nil, or the error that ended the action, once.
    ///   - action: The action, which reports pages and progress.
    func startPaging<Items: Sendable, Request: Sendable>(
        _ pageHandler: ((Items, Request?, (any Error)?) -> Void)?,
        _ progress: ((ChatSyncProgress) -> Void)?,
        _ completion: ((PaginationError<Request>?) -> Void)?,
        _ action:
            @escaping @Sendable (
                PageHandler<Items, Request>?, (@Sendable (ChatSyncProgress) -> Void)?
            ) async throws(PaginationError<Request>) -> Int
    ) {
        typealias Page = (items: Items, next: Request?, error: (any Error)?)
        let pages = relay(pageHandler.map { handler in { (page: Page) in handler(page.items, page.next, page.error) } })
        let onPage: PageHandler<Items, Request>? = pages.map { pages in
            { @Sendable items, next, error in pages((items, next, error)) }
        }
        let onProgress = relay(progress)
        let ending = completion.map { completion in
            { (result: Result<Int, PaginationError<Request>>) in completion(result.failure) }
        }
        start(ending) { () async throws(PaginationError<Request>) in try await action(onPage, onProgress) }
    }

    /// Wraps the action so that it reports its result on the callback queue.
    private func reporting<Value: Sendable, Failure: Error>(
        _ completion: ((Result<Value, Failure>) -> Void)?,
        _ action: @escaping @Sendable () async throws(Failure) -> Value
    ) -> @Sendable () async -> Void {
        let completion = relay(completion)
        return {
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await action())
            } catch {
                result = .failure(error)
            }
            completion?(result)
        }
    }

    /// Wraps the closure of an app so that it is called on the callback queue.
    private func relay<Value: Sendable>(_ closure: ((Value) -> Void)?) -> (@Sendable (Value) -> Void)? {
        guard let box = closure.map({ CallbackBox($0) }) else { return nil }
        return { [callbackQueue] value in callbackQueue.async { box.value(value) } }
    }
}

extension Result {
    /// The error; nil after a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
