import Dispatch
import PubNub

/// Gets a page that was stored, the request for the next one, and what was wrong with the first item that was not.
typealias PageHandler<Items, Request> = @Sendable (Items, Request?, (any Error)?) -> Void

/// How the forms with closures are made of the `async` ones.
extension DataProvider {
    /// Starts an action of the service, and tells its end on the callback queue.
    ///
    /// It begins before this returns, so that what it sends is sent in the order of the calls.
    ///
    /// - Parameters:
    ///   - completion: Gets the end, once.
    ///   - action: What is done.
    func start<Value: Sendable, Failure: Error>(
        _ completion: ((Result<Value, Failure>) -> Void)?,
        _ action: @escaping @Sendable () async throws(Failure) -> Value
    ) {
        let work = reporting(completion, action)
        Task.immediate { await work() }
    }

    /// Starts an action on the store after those before it, and tells its end on the callback queue.
    ///
    /// - Parameters:
    ///   - completion: Gets the end, once.
    ///   - action: What is done.
    func startInLine<Value: Sendable>(
        _ completion: ((Result<Value, any Error>) -> Void)?,
        _ action: @escaping @Sendable () async throws -> Value
    ) {
        line.add(reporting(completion, action))
    }

    /// Starts an action on the store after those before it, and tells what was wrong on the callback queue.
    ///
    /// - Parameters:
    ///   - completion: Gets the error or nil, once.
    ///   - action: What is done.
    func startInLine(_ completion: (((any Error)?) -> Void)?, _ action: @escaping @Sendable () async throws -> Void) {
        let ending = completion.map { completion in { (result: Result<Void, any Error>) in completion(result.failure) }
        }
        startInLine(ending, action)
    }

    /// Starts the loading of items after the actions before it.
    ///
    /// - Parameters:
    ///   - batchHandler: Gets each batch after it was stored, and what was wrong with its first item that was not.
    ///   - completion: Called once, after the last batch.
    ///   - action: What is done, with what is told of batches.
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
        startInLine(ending) { try await action(onBatch) }
    }

    /// Starts an action that reads pages.
    ///
    /// - Parameters:
    ///   - pageHandler: Gets each page after it was stored.
    ///   - progress: Gets how far the action has come, after each page.
    ///   - completion: Gets why it ended early, or nil, once.
    ///   - action: What is done, with what is told of pages and progress.
    func startWalk<Items: Sendable, Request: Sendable>(
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

    /// The action, which tells its end on the callback queue.
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

    /// The closure of an app, called on the callback queue.
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
