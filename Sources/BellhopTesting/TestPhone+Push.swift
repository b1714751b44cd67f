// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
public import APNSWire
public import DeviceModel
import DeviceSimulator
import Foundation
public import Testing

/// What the headers of a push say, where they differ from what follows from the payload.
public struct PushHeaders: Hashable, Sendable {
    /// `apns-push-type`; found by the payload when `nil`.
    public var pushType: APNSWire.PushType?
    /// `apns-priority`; what the push type asks for when `nil`.
    public var priority: PushPriority?
    /// `apns-expiration`; `nil` lets APNs keep it.
    public var expiration: PushExpiration?
    /// `apns-collapse-id`.
    public var collapseID: String?
    /// Which of the app's tokens it goes to; the one that the push type needs when `nil`.
    public var token: DeviceToken?

    public init(
        pushType: APNSWire.PushType? = nil, priority: PushPriority? = nil,
        expiration: PushExpiration? = nil, collapseID: String? = nil, token: DeviceToken? = nil
    ) {
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.token = token
    }
}

extension TestPhone {
    /// Sends a payload through APNs to an app on this phone and waits until the phone has decided
    /// and app code has run.
    ///
    /// App code that hangs is waited for until this process has been idle for as long as
    /// ``patience`` says, in real time; then the phone's clock moves to that code's limit, and the
    /// arrival's summary says what hung. A test of such code passes `waiting` instead: the phone's
    /// own time that passes right away.
    ///
    /// - Parameters:
    ///   - payload: the JSON text of the body.
    ///   - app: whose token it is sent to; the only app by default.
    ///   - waiting: how much of the phone's time passes while app code works; none by default.
    ///   - check: what is checked about the payload before it is sent.
    /// - Returns: what became of it; `nil` when APNs keeps it or dropped it (see ``TestAPNS/log``).
    /// - Throws: ``PushRejected`` when APNs refuses it, ``TestPhoneError`` when the payload is not
    ///   JSON or there is no token.
    @discardableResult
    public func push(
        _ payload: String, to app: AppUnderTest? = nil, _ headers: PushHeaders = PushHeaders(),
        waiting: Duration? = nil, check: PayloadCheck = .lint,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Arrival? {
        let app = try app ?? onlyApp(sourceLocation)
        let request = try makeRequest(payload, app.bundleID, headers, check, sourceLocation)
        let environment = state.environment(of: app.bundleID) ?? .sandbox
        let entry = try apns.send(request, environment: environment, sourceLocation)
        guard entry.delivery?.reachedDevice == true else { return nil }
        await apns.taken(entry.apnsID)
        if let waiting {
            await device.settled(withCode: false)
            await advance(by: waiting)
        }
        await settle()
        while apns.arrival(entry.apnsID) == nil, let due = device.nextDueDate {
            await advance(to: due)
        }
        return apns.arrival(entry.apnsID)
    }

    /// Waits, in real time, until this many pushes have arrived at the phone since it was made and
    /// app code has run: for a sender of the test's own, see `TestAPNS.serve(_:)` of
    /// `BellhopTestingServer`.
    ///
    /// - Parameter max: how long it waits at most; a minute by default. A sender of the test's own
    ///   may take its time, on a busy machine too.
    /// - Returns: what arrived, newest first; fewer when the time is over.
    @discardableResult
    public func waitForArrivals(_ count: Int, max: Duration = .seconds(60)) async -> [Arrival] {
        await withTaskGroup { group in
            group.addTask { [device] in
                for await _ in device.changes() where device.arrivals.count >= count { return }
            }
            group.addTask { try? await ContinuousClock().sleep(for: max) }
            await group.next()
            group.cancelAll()
        }
        await settle()
        return arrivals
    }

    /// Puts a payload on the phone as `xcrun simctl push` does on the Simulator: past APNs, without
    /// a token. A phone treats it like any push; with ``DeviceModel/Device/kind`` `.simulator` no
    /// service extension runs and something must be shown (`REG-15`).
    ///
    /// - Parameters:
    ///   - payload: the JSON text of the body.
    ///   - app: the only app by default.
    ///   - check: what is checked about the payload before.
    /// - Returns: what became of it; its summary says why it was refused.
    @discardableResult
    public func inject(
        _ payload: String, to app: AppUnderTest? = nil, check: PayloadCheck = .lint,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Arrival? {
        let app = try app ?? onlyApp(sourceLocation)
        let request = try makeRequest(
            payload, app.bundleID,
            PushHeaders(token: DeviceToken(bytes: [UInt8](repeating: 0, count: 32))), check,
            sourceLocation)
        let push = DevicePush(
            deviceToken: request.deviceToken, topic: request.topic, pushType: request.pushType,
            priority: request.priority ?? .immediate, id: APNSID(UUID()), body: request.body,
            acceptedAt: clock.now)
        let arrivals = AsyncStream<Arrival>.makeStream(bufferingPolicy: .bufferingNewest(1))
        device.inject(push) { arrival in
            arrivals.continuation.yield(arrival)
            arrivals.continuation.finish()
        }
        await settle()
        while device.waitsForCode, let due = device.nextDueDate { await advance(to: due) }
        for await arrival in arrivals.stream { return arrival }
        return nil
    }

    private func makeRequest(
        _ text: String, _ bundleID: String, _ headers: PushHeaders, _ check: PayloadCheck,
        _ sourceLocation: SourceLocation
    ) throws -> PushRequest {
        let body = Array(text.utf8)
        let payload = try check.read(body, headers, sourceLocation)
        let inferred = PushInference(
            payload: payload, bundleID: bundleID, pushType: headers.pushType,
            priority: headers.priority)
        let token = try headers.token ?? token(of: bundleID, for: inferred.pushType, sourceLocation)
        return PushRequest(
            deviceToken: token, body: body, topic: inferred.topic, pushType: inferred.pushType,
            priority: inferred.priority, expiration: headers.expiration,
            collapseID: try headers.collapseID.map { try CollapseID($0) })
    }

    private func token(
        of bundleID: String, for type: APNSWire.PushType, _ sourceLocation: SourceLocation
    ) throws -> DeviceToken {
        let app = state[bundleID]
        let activity = state.activities.last { $0.bundleID == bundleID && $0.isLive }
        let token: DeviceToken? =
            switch type.traits.tokenFamily {
            case .liveActivity: activity?.token ?? app?.startTokens.first?.value
            case let family: app?.tokens[family]
            }
        guard let token else {
            throw TestPhoneError(.noToken(bundleID: bundleID, type), at: sourceLocation)
        }
        return token
    }

    func onlyApp(_ sourceLocation: SourceLocation) throws -> AppUnderTest {
        let apps = state.apps
        guard let app = apps.first, apps.count == 1 else {
            throw TestPhoneError(.whichApp(apps.map(\.bundleID)), at: sourceLocation)
        }
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }
}
