import NIOCore

/// Reading: from bytes to requests, which are served one after the other.
extension ConnectionHandler {
    /// Decodes the bytes of a connection. Bytes after its last request are discarded, so that the client can read the response to that
    /// before the connection is closed, up to a number of bytes.
    func decode(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        if decoder.isDone || hasLastResponse {
            discardedBytes += bytes.readableBytes
            if discardedBytes > Self.maxDiscarded { context.close(promise: nil) }
            return
        }
        decoder.append(bytes)
        decodeSome(context)
    }

    /// Decodes some of the requests that have arrived. The rest waits for the next tick of the connection, or for the queue.
    private func decodeSome(_ context: ChannelHandlerContext) {
        for _ in 0..<Self.requestsPerTick {
            if isQueueFull || hasLastResponse { return }
            guard let arrived = decoder.next() else { break }
            take(arrived, context)
        }
        if decoder.hasUndecoded { return decodeLater(context) }
        if decoder.takeExpectation(), case .idle = state, queue.isEmpty {
            let line = "HTTP/1.1 100 Continue\r\n\r\n"
            context.write(NIOAny(Self.allocator.buffer(string: line)), promise: nil)
            flush(context)
        }
        if hasClientClosed { requestsEnded(context) }
    }

    /// Goes on in the next tick, so that other connections of the event loop are not held up.
    private func decodeLater(_ context: ChannelHandlerContext) {
        guard !hasTick else { return }
        hasTick = true
        context.eventLoop.assumeIsolated().execute { [self] in
            hasTick = false
            if case .closed = state { return }
            decodeSome(context)
            readEnded(context)
            readOn(context)
        }
    }

    func readEnded(_ context: ChannelHandlerContext) {
        if isMidway, !decoder.hasUndecoded { startDeadline(context) }
    }

    /// Whether too many bytes of the upload that arrives wait to be written. Reads on when they are written.
    func waitsForDisk(_ context: ChannelHandlerContext) -> Bool {
        guard let spool = upload?.spool else { return false }
        let resume = onEventLoop(context) { handler, context in
            if case .closed = handler.state { return }
            handler.readOn(context)
        }
        return spool.isBehind(resume)
    }

    /// Decodes what has arrived, and then reads more, if there is room for requests.
    func readOn(_ context: ChannelHandlerContext) {
        if !hasLastResponse {
            if isQueueFull { return }
            if decoder.hasUndecoded { return decodeLater(context) }
        }
        guard isReadHeldBack, !waitsForDisk(context) else { return }
        isReadHeldBack = false
        context.read()
    }

    var isQueueFull: Bool { queue.count >= Self.queueLimit || queuedBytes >= Self.queueBytes }

    /// Whether part of a request has arrived, and its end has not.
    var isMidway: Bool { assembler?.isMidway ?? decoder.isMidway }

    /// The upload whose body is arriving; nil for any other request.
    var upload: UploadTicket? { assembler?.upload ?? decoder.upload }

    /// Whether a request was refused, after which none is accepted.
    var isDone: Bool { assembler?.isDone ?? decoder.isDone }

    /// Refuses the request that is arriving.
    func refuse(_ refusal: OriginResponse) -> ArrivedRequest {
        assembler?.refuse(refusal) ?? decoder.refuse(refusal)
    }

    func take(_ arrived: ArrivedRequest, _ context: ChannelHandlerContext) {
        guard !hasLastResponse else { return }
        if case .idle = state {
            if queue.isEmpty, mayServe(context) {
                deadline.requestEnded()
                return serve(arrived, context)
            }
            setDeadline(deadline.requestWaits(limits: limits, at: pipelines.uptime), context)
        } else {
            deadline.requestEnded()
        }
        queue.append(arrived)
        queuedBytes += arrived.bytes
    }

    /// Sets the deadline for a request that has begun to arrive.
    private func startDeadline(_ context: ChannelHandlerContext) {
        guard !hasLastResponse, !isDone else { return }
        let isInBody = assembler?.isMidway ?? decoder.isInBody
        let wakeup = deadline.requestGoesOn(
            isInBody: isInBody,
            isUpload: upload != nil,
            limits: limits,
            at: pipelines.uptime
        )
        setDeadline(wakeup, context)
    }

    /// Counts what the request of a stream takes, and refuses the request if its connection may not take so much.
    func refusalOfMemory() -> ArrivedRequest? {
        guard case .stream(let streams) = role, let assembler, !assembler.isDone, assembler.bytes > requestBytes else {
            return nil
        }
        guard streams.take(request: assembler.bytes - requestBytes) else {
            return assembler.refuse(ErrorResponse.tooManyRequests)
        }
        requestBytes = assembler.bytes
        return nil
    }

    func clearQueue() {
        queue = []
        queuedBytes = 0
    }

    /// Whether the client has read enough of its responses to get another.
    private func mayServe(_ context: ChannelHandlerContext) -> Bool {
        guard context.channel.isWritable else { return false }
        guard case .stream(let streams) = role, !streams.mayRespond else { return true }
        guard !isWaitingForCapacity else { return false }
        isWaitingForCapacity = true
        streams.waitForCapacity { [self] in
            isWaitingForCapacity = false
            serveNext(context)
        }
        return false
    }

    func serveNext(_ context: ChannelHandlerContext) {
        guard !isServingQueue else { return }
        isServingQueue = true
        defer { isServingQueue = false }
        while case .idle = state, !queue.isEmpty, mayServe(context) {
            let arrived = queue.removeFirst()
            queuedBytes -= arrived.bytes
            deadline.waitEnded()
            readOn(context)
            serve(arrived, context)
        }
    }

    private func serve(_ arrived: ArrivedRequest, _ context: ChannelHandlerContext) {
        let client = peer.client(arrived.forwarded)
        let address = client.key
        // The limit of connections counts the client of a request without the header.
        let counted = arrived.forwarded.isEmpty ? nil : address
        let hasCapacity = counted.map { connections.startRequest(of: $0) } ?? true
        let served = Served(
            holder: pipelines.responses.holder(arrived.request, from: address),
            client: address,
            counted: hasCapacity ? counted : nil,
            acceptsCompression: arrived.request.acceptsCompression,
            isHead: arrived.request.method == "HEAD",
            keepAlive: arrived.keepAlive,
            isRefused: arrived.isRefused
        )
        recorder.start(arrived.request, from: client.address)
        state = .serving(served, id: nil)
        switch role {
        case .connection(let activity): activity?.becameBusy()
        case .stream(let streams): streams.startedRequest()
        }
        // Every request counts for the rates, as each takes the time to read it and to respond.
        if let refusal = rateRefusal(of: arrived.request, address) {
            return send(refusal, manner: .whole, context: context)
        }
        guard hasCapacity else {
            return send(ErrorResponse.tooManyRequests(retryAfter: .seconds(1)), manner: .whole, context: context)
        }
        switch arrived.outcome {
        case .refuse(let response), .respond(let response):
            return send(refusal(response), manner: .whole, context: context)
        case .serve:
            break
        }
        guard let receiver else { return }
        let core: OriginCore
        switch pipelines.service {
        case .core(let service): core = service
        case .other(let service):
            return service.serve(arrived.request, from: address) { receiver.take(.response($0, manner: .whole)) }
        }
        tick?.serves()
        let id = core.submit(arrived.request, from: address, tick: tick?.number, receiver: receiver)
        // The response may have come already, and the next request with it.
        guard case .serving(let current, nil) = state else { return }
        state = .serving(current, id: id)
        if hasClientClosed, releaseHeld(id) { close(context) }
    }

    /// A refusal in the form of the service of the port.
    private func refusal(_ response: OriginResponse) -> OriginResponse {
        if case .other(let service) = pipelines.service { service.refusal(status: response.status) } else { response }
    }

    /// Forgets a request if it waits for messages. Returns whether it did.
    func releaseHeld(_ id: OriginRequestID) -> Bool { pipelines.service.core?.releaseHeld(id) ?? false }

    private func rateRefusal(of request: OriginRequest, _ address: AddressKey?) -> OriginResponse? {
        guard let rates = pipelines.rates else { return nil }
        let pause = rates.take(request, from: address, at: pipelines.uptime)
        return pause.map { ErrorResponse.tooManyRequests(retryAfter: $0) }
    }
}
