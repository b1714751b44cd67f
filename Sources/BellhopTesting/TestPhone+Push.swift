// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
public import APNSWire
public import DeviceModel
import DeviceSimulator
import Foundation
public import Testing

/// The headers of a push, and the device token to which the push is sent.
public struct PushHeaders: Hashable, Sendable {
    /// `apns-push-type`; derived from the payload when `nil`.
    public var pushType: APNSWire.PushType?
    /// `apns-priority`; determined by the push type when `nil`.
    public var priority: PushPriority?
    /// `apns-expiration`; `nil` lets APNs store the notification.
    public var expiration: PushExpiration?
    /// `apns-collapse-id`.
    public var collapseID: String?
    /// The app's token to which the push is sent; determined by the push type when `nil`.
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
    /// Sends a payload through APNs to an app on this phone. Waits until the phone has processed
    /// the push and app code has run.
    ///
    /// If app code hangs, this method waits until this process has been idle for ``patience``, in
    /// real time. Then, the phone's clock advances to the time limit of that code, and the
    /// arrival's summary states which code hung. A test of code that hangs can avoid this wait by
    /// passing `waiting`: the phone's clock then advances by that duration immediately.
    ///
    /// - Parameters:
    ///   - payload: the JSON text of the body.
    ///   - app: the app to whose device token the push is sent; by default, the only app on the
    ///     phone.
    ///   - waiting: the time by which the phone's clock advances while app code runs; by default,
    ///     the clock does not advance.
    ///   - check: how the payload is checked before the push is sent.
    /// - Returns: The arrival; `nil` when APNs stored or dropped the notification (see
    ///   ``TestAPNS/log``).
    /// - Throws: ``PushRejected`` when APNs refuses the push; ``TestPhoneError`` when the payload
    ///   is not JSON or the app has no device token.
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
        await apns.waitUntilDelivered(entry.apnsID)
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

    /// Waits, in real time, until at least `count` pushes have arrived at the phone since the phone
    /// was made, and until app code has run. Use this method for pushes of an external sender; see
    /// `TestAPNS.serve(_:)` of `BellhopTestingServer`.
    ///
    /// - Parameter max: the maximum time to wait; a minute by default. An external sender may be
    ///   slow, especially on a busy machine.
    /// - Returns: All arrivals, in order from the newest to the oldest. There are fewer than
    ///   `count` arrivals if `max` has passed.
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

    /// Delivers a payload to the phone as `xcrun simctl push` does on the Simulator, without APNs
    /// and without a device token. A simulated iPhone treats the push like any other push. If the
    /// ``/DeviceModel/Device/kind`` of the device is `.simulator`, no service extension runs, and a
    /// push that shows nothing is refused (`REG-15`).
    ///
    /// - Parameters:
    ///   - payload: the JSON text of the body.
    ///   - app: the app that receives the push; by default, the only app on the phone.
    ///   - check: how the payload is checked before the push is delivered.
    /// - Returns: The arrival. If the push was refused, the arrival's summary contains the reason.
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
        while device.hasHangingCode, let due = device.nextDueDate { await advance(to: due) }
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
            throw TestPhoneError(.appNotSpecified(apps.map(\.bundleID)), at: sourceLocation)
        }
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }
}
