// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Simulation
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs one ``PushService`` for many connections. The host owns the service's state, the clock and
/// the random number generator, and performs or passes on the service's decisions.
///
/// Requests and changes are processed one at a time, in the order of their arrival. The method
/// ``deliver(to:)``, which the host of the devices runs, makes the deliveries in the same order.
public final class ServiceHost: Sendable {
    /// One notification or broadcast on its way to a device.
    struct Delivery: Sendable {
        enum Content: Sendable {
            case push(DevicePush)
            case broadcast(ChannelBroadcast)
        }

        let content: Content
        let deviceID: String
    }

    struct State: Sendable {
        var service: PushService
        var generator: any RandomNumberGenerator & Sendable
        /// The number of deliveries that the device link has not taken yet.
        var pendingCount = 0
        var revision = 0
        /// The callers that wait until no delivery is pending.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The maximum number of deliveries that may wait for the device link. Beyond this number,
    /// requests are rejected with `ServiceUnavailable`.
    public static let pendingDeliveryCountMax = 10_000

    let state: Mutex<State>
    let time: TimeSource
    /// The clock that is used to check provider tokens; `nil` if ``time`` is used.
    private let tokenTime: TimeSource?
    private let record: (any ResponseRecording)?
    /// Notifies observers after every request and every change.
    public let changes = ChangeSignal()
    private let deliveries: AsyncStream<Delivery>
    private let continuation: AsyncStream<Delivery>.Continuation

    /// Makes a host for a service that may already have keys, apps and devices.
    ///
    /// - Parameters:
    ///   - generator: generates device tokens and identifiers; by default, a generator with a
    ///     random seed.
    ///   - tokenTime: the clock that is used to check provider tokens; `time` when `nil`. For a
    ///     host whose clock can be moved, pass the real clock, because senders use it to make their
    ///     tokens.
    ///   - record: records each response before it is sent; `nil` to record none.
    public init(
        service: PushService, time: TimeSource = .system,
        generator: some RandomNumberGenerator & Sendable = SeededGenerator.fromSystem(),
        tokenTime: TimeSource? = nil, record: (any ResponseRecording)? = nil
    ) {
        self.tokenTime = tokenTime
        self.record = record
        state = Mutex(State(service: service, generator: generator))
        self.time = time
        (deliveries, continuation) = AsyncStream.makeStream(of: Delivery.self)
    }

    /// Passes deliveries to the devices until the task is cancelled. Run this method once, before
    /// or after the server starts.
    public func deliver(to link: some DeviceLink) async {
        for await delivery in deliveries {
            switch delivery.content {
            case .push(let push): await link.deliver(push, to: delivery.deviceID)
            case .broadcast(let broadcast): await link.deliver(broadcast, to: delivery.deviceID)
            }
            let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.pendingCount -= 1
                guard state.pendingCount == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// Waits until the device link has taken all deliveries. Requires a task that runs
    /// ``deliver(to:)``.
    package func allDelivered() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.pendingCount > 0 { state.waiting.append(continuation) }
                return state.pendingCount == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Returns the effects of faults on a new connection; see
    /// ``PushService/connect(environment:endpoint:now:using:)``.
    public func connect(
        environment: APNSEnvironment, endpoint: ServiceEndpoint = .notifications
    ) -> ConnectionFaults {
        let now = time.now
        return state.withLock { state in
            state.service.connect(
                environment: environment, endpoint: endpoint, now: now, using: &state.generator)
        }
    }

    /// Returns the first actions for a new connection; see ``PushService/open(_:environment:)``.
    public func open(
        _ connection: inout ConnectionState, environment: APNSEnvironment
    ) -> [ServiceAction] {
        state.withLock { $0.service.open(&connection, environment: environment) }
    }

    /// Processes one request. When the function returns, the deliveries of the request are queued.
    public func handle(
        _ request: ServiceRequest, connection: inout ConnectionState,
        endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment
    ) -> ServiceResponse {
        let now = time.now
        let clockLead = tokenTime.map { now.timeIntervalSince($0.now) }
        defer { changes.signal() }
        return state.withLock { state in
            if let clockLead { state.service.clockLead = clockLead }
            let sequence = state.service.log.lastSequence
            if state.pendingCount >= Self.pendingDeliveryCountMax {
                let response = state.service.refuse(
                    request, because: .serviceUnavailable, connection: connection,
                    endpoint: endpoint, environment: environment,
                    now: now, using: &state.generator)
                return recorded(response, to: request, connection, after: sequence, in: state)
            }
            let response = state.service.handle(
                request, connection: &connection, endpoint: endpoint, environment: environment,
                now: now,
                using: &state.generator)
            state.revision += 1
            send(response.actions, &state)
            return recorded(response, to: request, connection, after: sequence, in: state)
        }
    }

    /// Returns the results that later requests on the same connection can reuse; see
    /// ``KnownRequest``. Returns `nil` if every request has to be processed in full, because
    /// responses are recorded, or because the age of provider tokens is checked against a clock
    /// other than ``time``.
    package func known(
        _ request: ServiceRequest, connection: ConnectionState, environment: APNSEnvironment
    ) -> KnownRequest? {
        guard record == nil, tokenTime == nil else { return nil }
        let now = time.now
        return state.withLock {
            $0.service.known(request, connection: connection, environment: environment, now: now)
        }
    }

    /// Processes a request that repeats a known request. Returns `nil`, without any effect, when
    /// the complete request has to be processed. After any other result, the caller calls
    /// ``noteChanges()`` once for all requests that it received together.
    package func handle(
        _ request: RepeatedRequest, like known: KnownRequest, connection: inout ConnectionState
    ) -> RepeatedResponse? {
        let now = time.now
        return state.withLock { state in
            guard state.pendingCount < Self.pendingDeliveryCountMax,
                let response = state.service.handle(
                    request, like: known, connection: &connection, now: now,
                    using: &state.generator)
            else { return nil }
            state.revision += 1
            if let (push, deviceID) = response.delivery {
                state.pendingCount += 1
                continuation.yield(Delivery(content: .push(push), deviceID: deviceID))
            }
            return response
        }
    }

    /// Notifies observers after repeated requests were processed.
    package func noteChanges() { changes.signal() }

    /// Records a response if recording is configured. A response that cannot be recorded is not
    /// sent.
    private func recorded(
        _ response: ServiceResponse, to request: ServiceRequest, _ connection: ConnectionState,
        after sequence: Int, in state: borrowing State
    ) -> ServiceResponse {
        guard let record else { return response }
        let last = state.service.log.lastSequence
        guard last > sequence, let entry = state.service.log.entry(last) else { return response }
        var response = response
        let isRecorded = record.write(
            entry, of: request, connection: connection, isWithheld: response.isIncomplete)
        if !isRecorded {
            response.isWithheld = true
            response.fault = nil
        }
        return response
    }

    /// Performs the actions that concern devices.
    func send(_ actions: [ServiceAction], _ state: inout State) {
        for action in actions {
            let delivery: Delivery
            switch action {
            case .deliver(let push, let deviceID):
                delivery = Delivery(content: .push(push), deviceID: deviceID)
            case .broadcast(let broadcast, let deviceID):
                delivery = Delivery(content: .broadcast(broadcast), deviceID: deviceID)
            case .settings, .goAway, .turnAway: continue
            }
            state.pendingCount += 1
            continuation.yield(delivery)
        }
    }

    /// Changes the service under the lock and performs the resulting actions.
    func change(
        _ body: (inout PushService, Date) throws(ServiceError) -> [ServiceAction]
    ) throws(ServiceError) {
        let now = time.now
        defer { changes.signal() }
        let result = state.withLock { state -> Result<Void, ServiceError> in
            do throws(ServiceError) {
                let actions = try body(&state.service, now)
                state.revision += 1
                send(actions, &state)
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }
}
