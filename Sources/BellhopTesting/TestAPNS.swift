// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSService
public import APNSWire
import DeviceModel
public import DeviceSimulator
import Simulation
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The simulated APNs of a test's phones. It validates requests like Apple's servers, and stores
/// notifications that cannot be delivered yet.
///
/// ``TestPhone/push(_:to:_:waiting:check:sourceLocation:)`` sends to this APNs within the process,
/// without keys or TLS. To let an external sender connect, call `serve()` of the product
/// `BellhopTestingServer`.
public final class TestAPNS: Sendable {
    /// The team to which the phone's apps belong.
    public static let teamID = "TESTTEAM01"
    public static let keyID = "TESTKEY001"
    /// The `authorization` value of the requests that the test itself sends, in place of a signed
    /// provider token. The value is valid only within the process; the server started by `serve()`
    /// refuses it.
    private static let authorization = "bearer in-process"

    package let service: ServiceHost
    package let time: TimeSource
    private let state = Mutex(State())
    private let delivery = Mutex<Task<Void, Never>?>(nil)

    private struct State {
        var phones: [VirtualDevice] = []
        var arrivals: [APNSID: Arrival] = [:]
        var delivered: Set<APNSID> = []
        var waiters: [APNSID: [CheckedContinuation<Void, Never>]] = [:]
    }

    init(time: TimeSource) throws {
        self.time = time
        service = ServiceHost(service: PushService(tokenCheck: NoTokenCheck()), time: time)
        // A placeholder without a public key, because no token is signed until a server is started.
        try service.registerKey(
            RegisteredKey(keyID: Self.keyID, teamID: Self.teamID, publicKeyPEM: ""))
    }

    deinit { delivery.withLock { $0?.cancel() } }

    func attach(_ phone: VirtualDevice) {
        let isFirst = state.withLock { state in
            state.phones.append(phone)
            return state.phones.count == 1
        }
        guard isFirst else { return }
        let (service, link) = (service, TestDeviceLink(apns: self))
        delivery.withLock { $0 = Task { await service.deliver(to: link) } }
    }

    /// The phones that this APNs serves. All of them share one clock.
    var phones: [VirtualDevice] { state.withLock { $0.phones } }

    /// Sets options for behaviour that Apple does not specify or that a test wants to force, for
    /// instance the rejection of every request.
    public func setOptions(_ options: ServiceOptions) { service.setOptions(options) }

    /// The log of all requests so far, in order from the oldest to the newest. Its description has
    /// one line for each request.
    public var log: TestAPNSLog { TestAPNSLog(service.log()) }
}

// MARK: - Sending in process

extension TestAPNS {
    /// Processes a push that the test sends, and returns the log entry of the request.
    ///
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    func send(
        _ request: PushRequest, environment: APNSEnvironment, _ sourceLocation: SourceLocation
    ) throws -> ServiceLogEntry {
        let response = try ask(
            "POST", request.path, headers: request.headerFields.map { ($0.name, $0.value) },
            body: request.body, environment: environment, sourceLocation)
        guard let entry = entry(of: response) else {
            throw PushRejected(
                status: 500, reason: "unknown", explanation: "", remedy: nil,
                sourceLocation: sourceLocation)
        }
        return entry
    }

    /// Processes a request that the test sends to one of the endpoints.
    ///
    /// - Throws: ``PushRejected`` when APNs refuses the request.
    @discardableResult
    func ask(
        _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8] = [], endpoint: ServiceEndpoint = .notifications,
        environment: APNSEnvironment, _ sourceLocation: SourceLocation
    ) throws -> ServiceResponse {
        var fields = headers.map { ServiceRequest.Header($0.name, $0.value) }
        fields.append(.init(APNSHeader.authorization, Self.authorization))
        var connection = ConnectionState(
            trusting: Self.authorization, keyID: Self.keyID, issuedAt: time.now)
        let response = service.handle(
            ServiceRequest(method: method, path: path, headers: fields, body: body),
            connection: &connection, endpoint: endpoint, environment: environment)
        guard response.status >= 300 else { return response }
        let reason = RejectionBody(response.body)?.reason
        // Requests for channels are not logged.
        let entry = endpoint == .notifications ? entry(of: response) : nil
        throw PushRejected(
            status: response.status, reason: reason?.rawValue ?? "unknown",
            explanation: entry?.explanation ?? reason?.row?.meaning ?? "",
            remedy: reason?.row?.remedy, sourceLocation: sourceLocation)
    }

    /// Returns the log entry of the request to which a response belongs. The entry is found by its
    /// `apns-id`, because other requests may be processed concurrently.
    private func entry(of response: ServiceResponse) -> ServiceLogEntry? {
        let id = response.headers.first { $0.name == APNSHeader.id }.flatMap { APNSID($0.value) }
        return id.flatMap { service.log(.init(apnsID: $0, countMax: 1)).last }
    }

    func arrival(_ id: APNSID) -> Arrival? { state.withLock { $0.arrivals[id] } }

    /// Waits until APNs has passed a push to the phone, which may still be processing it.
    func waitUntilDelivered(_ id: APNSID) async {
        await withCheckedContinuation { continuation in
            let isDelivered = state.withLock { state -> Bool in
                if state.delivered.contains(id) { return true }
                state.waiters[id, default: []].append(continuation)
                return false
            }
            if isDelivered { continuation.resume() }
        }
    }

    fileprivate func phone(_ deviceID: String) -> VirtualDevice? {
        phones.first { $0.id == deviceID }
    }

    fileprivate func deliver(_ push: DevicePush, to deviceID: String) {
        phone(deviceID)?.accept(push) { [weak self] arrival in
            self?.state.withLock { $0.arrivals[push.id] = arrival }
        }
        let waiting = state.withLock { state in
            state.delivered.insert(push.id)
            return state.waiters.removeValue(forKey: push.id)
        }
        for continuation in waiting ?? [] { continuation.resume() }
    }
}

/// The connection from APNs to its phones. It has a weak reference to the ``TestAPNS``.
private struct TestDeviceLink: DeviceLink {
    weak let apns: TestAPNS?

    func deliver(_ push: DevicePush, to deviceID: String) async {
        apns?.deliver(push, to: deviceID)
    }

    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {
        apns?.phone(deviceID)?.accept(broadcast)
    }
}

extension TestAPNS: PushLink {
    public func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        try service.registerApp(bundleID: bundleID, teamID: Self.teamID)
        return try service.registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
    }

    public func unregister(deviceID: String, bundleID: String) async throws {
        try service.deleteApp(bundleID: bundleID, deviceID: deviceID)
    }

    public func revoke(_ tokens: [DeviceToken], because end: TokenEnd) async throws {
        for token in tokens {
            // A token that is unknown to APNs is already invalid.
            do { try service.unregister(token, because: end) } catch ServiceError.unknownToken {}
        }
    }

    public func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {
        try service.registerApp(bundleID: bundleID, teamID: Self.teamID)
        try service.setNotificationsEnabled(isAllowed, bundleID: bundleID, deviceID: deviceID)
    }

    public func setOnline(deviceID: String, _ isOnline: Bool) async throws {
        try service.registerDevice(deviceID, isOnline: isOnline)
        try service.setOnline(isOnline, deviceID: deviceID)
        await service.allDelivered()
    }

    public func follow(_ channels: [ChannelSubscription], deviceID: String) async throws {
        for channel in channels {
            try service.registerApp(bundleID: channel.bundleID, teamID: Self.teamID)
        }
        try service.setFollowed(Set(channels), by: deviceID)
        await service.allDelivered()
    }
}
