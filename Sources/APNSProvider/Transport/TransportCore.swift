// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Logging
import NIOCore

/// Carries out what ``PoolStateMachine`` decides. Lives on one event loop and is touched from there
/// only.
final class TransportCore {
    private struct Caller {
        let request: PushRequest
        let promise: EventLoopPromise<PushOutcome>
    }

    private let endpoint: Endpoint
    private let tokenSource: ProviderTokenSource
    private let idlePingInterval: Duration
    private let connector: Connector
    private let eventLoop: any EventLoop
    private let time: TimeSource
    private let logger: Logger?

    private var pool: PoolStateMachine
    private let timers: TimerSet
    private var callers: [PoolStateMachine.RequestID: Caller] = [:]
    /// Connections that the state machine knows.
    private var links: [PoolStateMachine.ConnectionID: ConnectionHandler] = [:]
    /// How many sockets are not closed yet, with those that are being connected.
    private var openSocketCount = 0
    private var shutdownPromises: [EventLoopPromise<Void>] = []
    private var actions: [PoolStateMachine.Action] = []
    private var isPerforming = false

    init(
        configuration: APNSClient.Configuration, eventLoop: any EventLoop, time: TimeSource,
        logger: Logger?
    ) {
        endpoint = configuration.endpoint
        switch configuration.authentication {
        case .providerToken(let source): tokenSource = source
        }
        idlePingInterval = configuration.idlePingInterval
        connector = Connector(
            endpoint: configuration.endpoint, trustRoots: configuration.trustRoots,
            timeout: configuration.connectTimeout, eventLoop: eventLoop)
        self.eventLoop = eventLoop
        self.time = time
        self.logger = logger
        timers = TimerSet(eventLoop: eventLoop, time: time)
        pool = PoolStateMachine(
            settings: .init(
                connectionCountMax: max(1, configuration.maxConnections),
                streamCountMax: max(1, configuration.maxStreamsPerConnection),
                waitingCountMax: max(0, configuration.maxWaitingRequests),
                place: configuration.endpoint.place, requestDeadline: configuration.requestDeadline,
                connectTimeout: configuration.connectTimeout, pingTimeout: configuration.pingTimeout
            ))
    }

    // MARK: From callers

    func submit(
        _ id: PoolStateMachine.RequestID, _ request: PushRequest,
        _ promise: EventLoopPromise<PushOutcome>
    ) {
        callers[id] = Caller(request: request, promise: promise)
        run { $0.submit(id) }
    }

    func cancel(_ id: PoolStateMachine.RequestID) { run { $0.cancelled(id) } }

    func deadlinePassed(_ id: PoolStateMachine.RequestID) { run { $0.deadlinePassed(id) } }

    func shutdown(_ promise: EventLoopPromise<Void>) {
        shutdownPromises.append(promise)
        run { $0.shutdown() }
    }

    func abandon() { run { $0.abandon() } }

    // MARK: From connections

    func handle(_ event: ConnectionHandler.Event, from id: PoolStateMachine.ConnectionID) {
        switch event {
        case .settings(let limit):
            log("connection ready", id)
            run { $0.receivedSettings(id, maxConcurrentStreams: limit) }
        case .head(let head, let stream, let isLast):
            run { $0.received(head: head, id, stream: stream, isLast: isLast) }
        case .body(let bytes, let stream, let isLast):
            run { $0.received(body: bytes, id, stream: stream, isLast: isLast) }
        case .reset(let stream, let code):
            run { $0.receivedReset(id, stream: stream, code: code) }
        case .goAway(let lastStream, let cause):
            log("connection is being closed by the server", id)
            run { $0.receivedGoAway(id, lastStream: lastStream, cause: cause) }
        case .pingAnswer: pool.receivedPingAnswer(id)
        case .written(let stream): pool.requestWritten(id, stream: stream)
        case .notWritten(let stream): run { $0.requestNotWritten(id, stream: stream) }
        case .ended(let cause):
            log("connection ended", id)
            links[id] = nil
            timers.cancelAll(of: id)
            run { $0.connectionEnded(id, cause: cause) }
        }
    }

    /// The socket of a connection is gone, whatever the reason.
    func socketClosed() {
        openSocketCount -= 1
        finishShutdownIfDone()
    }

    // MARK: Actions

    /// Lets the state machine decide and carries it out. A handler that calls back in the middle of
    /// it only adds to the list of actions, so that they happen in the order in which they were
    /// decided.
    private func run(_ event: (inout PoolStateMachine) -> [PoolStateMachine.Action]) {
        actions += event(&pool)
        guard !isPerforming else { return }
        isPerforming = true
        repeat {
            while !actions.isEmpty {
                let batch = actions
                actions = []
                for action in batch { perform(action) }
            }
            if pool.wantsToken { dispatch() }
        } while !actions.isEmpty
        isPerforming = false
        finishShutdownIfDone()
    }

    private func dispatch() {
        do {
            actions += pool.dispatch(token: try tokenSource.token(now: time.now))
        } catch {
            actions += pool.failWaiting("cannot sign a provider token; check the key")
        }
    }

    private func perform(_ action: PoolStateMachine.Action) {
        switch action {
        case .open(let id): open(id)
        case .write(let id, let stream, let request, let token):
            guard let link = links[id], let caller = callers[request] else { return }
            let head = RequestHead(caller.request, authority: endpoint.authority, token: token)
            link.send(head, body: caller.request.body, stream: stream)
        case .reset(let id, let stream): links[id]?.reset(stream: stream)
        case .ping(let id): links[id]?.ping()
        case .close(let id):
            log("closing connection", id)
            timers.cancelAll(of: id)
            if links.removeValue(forKey: id)?.sayGoodbye() == false { openSocketCount -= 1 }
        case .startTimer(let timer): start(timer)
        case .complete(let id, let outcome):
            callers.removeValue(forKey: id)?.promise.succeed(outcome)
        case .refuse(let id): callers.removeValue(forKey: id)?.promise.fail(APNSClientError.closed)
        case .renewToken(let id, let expired):
            let token = try? tokenSource.replacement(for: expired, now: time.now)
            actions += pool.tokenRenewed(id, isAvailable: token != nil)
        }
    }

    private func open(_ id: PoolStateMachine.ConnectionID) {
        log("connecting", id)
        let handler = ConnectionHandler(id: id, core: self, place: endpoint.place)
        links[id] = handler
        openSocketCount += 1
        connector.open(handler)
    }

    private func start(_ timer: PoolStateMachine.Timer) {
        let (id, delay) =
            switch timer {
            case .connect(let id): (id, connector.timeout)
            case .idle(let id): (id, idlePingInterval)
            case .ping(let id, _): (id, pool.pingTimeout)
            }
        timers.start(timer, of: id, delay: delay) { [weak self] in
            self?.run { $0.timerFired(timer) }
        }
    }

    private func finishShutdownIfDone() {
        guard pool.isFinished, openSocketCount == 0, !shutdownPromises.isEmpty else { return }
        let promises = shutdownPromises
        shutdownPromises = []
        for promise in promises { promise.succeed() }
    }

    private func log(_ message: Logger.Message, _ id: PoolStateMachine.ConnectionID) {
        logger?.debug(message, metadata: ["connection": "\(id)", "endpoint": "\(endpoint.place)"])
    }
}
