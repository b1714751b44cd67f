// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Logging
import NIOCore

/// Executes the decisions of ``PushPool``. The core belongs to one event loop and is accessed only
/// on that loop.
///
/// In each turn of the loop, the core processes events, puts requests onto connections, writes once
/// per connection, delivers outcomes to their callers, and sets its single timer.
final class ClientCore {
    private let mailbox: Mailbox
    private let connector: Connector
    private let credentials: CredentialKeeper?
    private let eventLoop: any EventLoop
    private let time: TimeSource
    private let log: ConnectionLog
    private let metrics: ClientMetrics

    private var pool: PushPool<Caller>
    /// The sockets of the pool's connections.
    private var sockets: [ConnectionID: ConnectionHandler] = [:]
    /// The number of sockets that are not closed yet, including those being connected.
    private var openSocketCount = 0
    private var shutdownContinuations: [UnsafeContinuation<Void, Never>] = []
    private var warmUps: [(count: Int, continuation: UnsafeContinuation<String?, Never>)] = []
    private var messages = FIFOQueue<Mailbox.Message>()
    private var completions = FIFOQueue<PushPool<Caller>.Completion>()
    private var batch = FIFOQueue<BatchReceiver.Element>()
    private var submissions = FIFOQueue<BulkSubmission>()
    private var output: [UInt8] = []
    private var timer: (due: EngineTime, task: Task<Void, Never>)?
    private var isInTurn = false
    /// Whether an event during a turn requires another round. A write can report, before it
    /// returns, that it failed or that the socket is writable again.
    private var wantsAnotherRound = false
    private var isRefreshingToken = false

    init(
        configuration: APNSClient.Configuration, mailbox: Mailbox, eventLoop: any EventLoop,
        time: TimeSource, logger: Logger?
    ) {
        self.mailbox = mailbox
        self.eventLoop = eventLoop
        self.time = time
        log = ConnectionLog(logger: logger, address: configuration.endpoint.address)
        metrics = ClientMetrics(configuration)
        connector = Connector(configuration, eventLoop: eventLoop, time: time)
        switch configuration.authentication {
        case .providerToken(let source): credentials = CredentialKeeper(source)
        case .certificate: credentials = nil
        }
        pool = PushPool(settings: .init(configuration, usesTokens: credentials != nil))
    }

    private var now: EngineTime { EngineTime(time.uptime) }

    // MARK: From callers

    func drainMailbox() {
        // Here and below, the code moves a queue out of the object temporarily, because each access
        // to a property of a class is checked for exclusivity.
        var messages = FIFOQueue<Mailbox.Message>()
        swap(&messages, &self.messages)
        mailbox.take(&messages)
        let now = now
        while let message = messages.popFirst() {
            switch consume message {
            case .submit(let request, let caller, let id):
                pool.submit(request, caller: caller, id: id, now: now)
            case .submitAll(let handover, let receiver):
                handover.take(into: &submissions)
                pool.submit(all: &submissions, now: now) { .batch(receiver, $0) }
            case .cancel(let id): pool.cancel(id, now: now)
            case .warmUp(let count, let continuation):
                warmUps.append((count, continuation))
                pool.warmUp(count, now: now)
            case .shutdown(let continuation):
                shutdownContinuations.append(continuation)
                pool.shutdown(now: now)
            case .abandon: pool.abandon(now: now)
            }
        }
        swap(&messages, &self.messages)
        turn()
    }

    // MARK: From sockets

    func connected(_ id: ConnectionID) {
        pool.connected(id, now: now)
        turn()
    }

    /// Processes received bytes. The handler calls ``turn()`` later, after the last bytes of a
    /// read.
    func received(_ buffer: ByteBuffer, on id: ConnectionID) {
        let readyCount = pool.readyConnectionCount
        pool.received(buffer.readableBytesUInt8Span, on: id, now: now)
        if pool.readyConnectionCount > readyCount { log.note("connection ready", id) }
    }

    func setWritable(_ id: ConnectionID, _ isWritable: Bool) {
        pool.setWritable(id, isWritable)
        if isWritable { turn() }
    }

    /// Handles the end of a connection, or a failure to open it.
    func ended(_ id: ConnectionID, cause: FailureCause) {
        log.note("connection ended", id)
        sockets[id] = nil
        pool.connectionEnded(id, cause: cause, now: now)
        failWarmUps(cause.text)
        turn()
    }

    /// Updates the number of open sockets. Called after a socket was closed for any reason.
    func socketClosed() {
        openSocketCount -= 1
        finishShutdownIfDone()
    }

    // MARK: A turn

    func turn() {
        guard !isInTurn else {
            wantsAnotherRound = true
            return
        }
        isInTurn = true
        var hasDispatched = false
        repeat {
            wantsAnotherRound = false
            hasDispatched = dispatch()
            for action in pool.takeActions() { perform(action) }
            flush()
            // A connection buffers a limited number of bytes. After they are written, there is room
            // for more requests.
        } while pool.hasActions || wantsAnotherRound || hasDispatched && pool.wantsDispatch
        deliver()
        finishWarmUps()
        startTimer()
        isInTurn = false
        finishShutdownIfDone()
    }

    /// Puts requests onto connections. Returns `false` when there was no request or no provider
    /// token.
    private func dispatch() -> Bool {
        guard pool.wantsDispatch else { return false }
        do {
            let credential = try credentials?.ready(time)
            if let credentials, credential == nil {
                refreshToken(credentials.source)
                return false
            }
            pool.dispatch(credential)
            return true
        } catch {
            pool.failWaiting(Self.cannotSign)
            return false
        }
    }

    private static let cannotSign = FailureCause(
        .noCredential, "cannot sign a provider token; check the key")

    /// Requests a token from the shared store. Notifications wait until the token is available.
    private func refreshToken(_ source: ProviderTokenSource) {
        guard !isRefreshingToken else { return }
        isRefreshingToken = true
        let finish = NIOLoopBound(
            { [weak self] (isAvailable: Bool) in
                guard let self else { return }
                isRefreshingToken = false
                if !isAvailable { pool.failWaiting(Self.cannotSign) }
                turn()
            }, eventLoop: eventLoop)
        Task { [eventLoop, time] in
            let token = try? await source.refreshed(time)
            eventLoop.execute { finish.value(token != nil) }
        }
    }

    /// Requests a replacement for a token that APNs reported as expired.
    private func replaceToken(_ number: UInt32) {
        let finish = NIOLoopBound(
            { [weak self] (isAvailable: Bool) in
                guard let self else { return }
                pool.tokenRenewed(expired: number, isAvailable: isAvailable, now: now)
                turn()
            }, eventLoop: eventLoop)
        let source = credentials?.source
        let expired = credentials?.token(number)
        Task { [eventLoop, time] in
            var token: ProviderToken?
            if let source, let expired {
                token = try? await source.replacement(for: expired, time)
            }
            let isAvailable = token != nil
            eventLoop.execute { finish.value(isAvailable) }
        }
    }

    private func perform(_ action: PushPool<Caller>.Action) {
        switch action {
        case .open(let id): open(id)
        case .close(let id): close(id)
        case .renewToken(let number): replaceToken(number)
        }
    }

    private func open(_ id: ConnectionID) {
        log.note("connecting", id)
        let handler = ConnectionHandler(id: id, core: self, address: connector.address)
        sockets[id] = handler
        openSocketCount += 1
        connector.open(handler)
    }

    private func close(_ id: ConnectionID) {
        log.note("closing connection", id)
        guard let socket = sockets.removeValue(forKey: id) else { return }
        pool.takeOutput(of: id, into: &output)
        socket.write(output)
        if !socket.close() { openSocketCount -= 1 }
    }

    private func flush() {
        for id in pool.connectionsWithOutput {
            guard let socket = sockets[id] else { continue }
            pool.takeOutput(of: id, into: &output)
            // A failing socket calls the core before `write` returns, so no exclusive access to the
            // pool may be in progress here.
            socket.write(output)
        }
    }

    private func deliver() {
        var completions = FIFOQueue<PushPool<Caller>.Completion>()
        swap(&completions, &self.completions)
        pool.takeCompletions(&completions)
        handOut(&completions)
        swap(&completions, &self.completions)
    }

    private func handOut(_ completions: inout FIFOQueue<PushPool<Caller>.Completion>) {
        guard !completions.isEmpty else { return }
        var batch = FIFOQueue<BatchReceiver.Element>()
        swap(&batch, &self.batch)
        var receiver: BatchReceiver?
        while let (caller, outcome, nanoseconds) = completions.popFirst() {
            metrics.record(outcome, nanoseconds: nanoseconds)
            switch caller {
            case .task(let continuation): continuation.resume(returning: outcome)
            case .batch(let owner, let tag):
                if let receiver, receiver !== owner { receiver.add(&batch) }
                receiver = owner
                batch.append((tag, outcome))
            }
        }
        receiver?.add(&batch)
        swap(&batch, &self.batch)
    }

    // MARK: Time

    private func startTimer() {
        guard let due = pool.nextDue else { return }
        if let timer, timer.due <= due { return }
        timer?.task.cancel()
        let fire = NIOLoopBound(
            { [weak self] in self?.timerFired(due) ?? () }, eventLoop: eventLoop)
        let task = Task { [eventLoop, time] in
            guard (try? await time.sleep(untilUptime: due.uptime)) != nil else { return }
            eventLoop.execute { fire.value() }
        }
        timer = (due, task)
    }

    private func timerFired(_ due: EngineTime) {
        guard timer?.due == due else { return }
        timer = nil
        pool.advance(to: now)
        turn()
    }

    // MARK: Shutdown

    private func finishShutdownIfDone() {
        guard pool.isFinished, openSocketCount == 0 else { return }
        timer?.task.cancel()
        timer = nil
        let continuations = shutdownContinuations
        shutdownContinuations = []
        for continuation in continuations { continuation.resume() }
        failWarmUps("the client was shut down")
    }

    private func finishWarmUps() {
        guard !warmUps.isEmpty else { return }
        let ready = pool.readyConnectionCount
        let goal = pool.settings.connectionCountMax
        for warmUp in warmUps where ready >= min(warmUp.count, goal) {
            warmUp.continuation.resume(returning: nil)
        }
        warmUps.removeAll { ready >= min($0.count, goal) }
    }

    private func failWarmUps(_ cause: String) {
        let failed = warmUps
        warmUps = []
        for warmUp in failed { warmUp.continuation.resume(returning: cause) }
    }
}

extension PushPool.Settings {
    init(_ configuration: APNSClient.Configuration, usesTokens: Bool) {
        self.init()
        connectionCountMax = max(1, configuration.maxConnections)
        streamCountMax = max(1, configuration.maxStreamsPerConnection)
        waitingCountMax = max(0, configuration.maxWaitingRequests)
        self.usesTokens = usesTokens
        authority = configuration.endpoint.authority
        address = configuration.endpoint.address
        requestDeadline = configuration.requestDeadline
        connectTimeout = configuration.connectTimeout
        idlePingInterval = configuration.idlePingInterval
        pingTimeout = configuration.pingTimeout
    }
}
