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

/// Runs one ``PushService`` for many connections: owns the service's state, the clock and the
/// random number generator, and passes on the service's decisions.
///
/// Requests and changes are processed one at a time, in the order of their arrival. Deliveries are
/// made in the same order by ``deliver(to:)``, which the host of the devices runs.
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
        /// Callers that wait until no delivery is pending.
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The maximum number of deliveries that may wait for the device link; beyond it requests are
    /// rejected with `ServiceUnavailable`.
    public static let pendingDeliveryCountMax = 10_000

    let state: Mutex<State>
    let time: TimeSource
    private let record: (any ResponseRecording)?
    /// Signalled after every request and every change.
    public let changes = ChangeSignal()
    private let deliveries: AsyncStream<Delivery>
    private let continuation: AsyncStream<Delivery>.Continuation

    /// Makes a host for a service that may already have keys, apps and devices.
    ///
    /// - Parameters:
    ///   - generator: makes device tokens and identifiers; the system's by default, a seeded one in
    ///     tests.
    ///   - record: records each response before it is sent; `nil` for none.
    public init(
        service: PushService, time: TimeSource = .system,
        generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        record: (any ResponseRecording)? = nil
    ) {
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

    /// Waits until the device link has taken all deliveries; requires a task that runs
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

    /// Returns the first actions for a new connection; see ``PushService/open(_:environment:)``.
    public func open(
        _ connection: inout ConnectionState, environment: APNSEnvironment
    ) -> [ServiceAction] {
        state.withLock { $0.service.open(&connection, environment: environment) }
    }

    /// Processes one request; its deliveries are queued when the function returns.
    public func handle(
        _ request: ServiceRequest, connection: inout ConnectionState,
        endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment
    ) -> ServiceResponse {
        let now = time.now
        defer { changes.signal() }
        return state.withLock { state in
            let sequence = state.service.log.lastSequence
            if state.pendingCount >= Self.pendingDeliveryCountMax {
                let response = state.service.refuse(
                    request, because: .serviceUnavailable, connection: connection,
                    endpoint: endpoint, environment: environment,
                    now: now, using: &state.generator)
                return recorded(response, after: sequence, in: state)
            }
            let response = state.service.handle(
                request, connection: &connection, endpoint: endpoint, environment: environment,
                now: now,
                using: &state.generator)
            state.revision += 1
            send(response.actions, &state)
            return recorded(response, after: sequence, in: state)
        }
    }

    /// Records a response if a record is configured; a response that cannot be recorded is not
    /// sent.
    private func recorded(
        _ response: ServiceResponse, after sequence: Int, in state: borrowing State
    ) -> ServiceResponse {
        guard let record else { return response }
        let last = state.service.log.lastSequence
        guard last > sequence, let entry = state.service.log.entry(last) else { return response }
        var response = response
        if !record.write(entry, isWithheld: response.isWithheld) { response.isWithheld = true }
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
