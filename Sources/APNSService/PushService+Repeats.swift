// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The handling of requests that repeat an accepted request; see ``KnownRequest``.
extension PushService {
    /// Returns the results of the checks of a request that was just accepted. Later requests on the
    /// same connection can reuse these results. Returns `nil` if every request has to be checked in
    /// full, for instance because of a rate limit.
    package func known(
        _ request: ServiceRequest, connection: ConnectionState, environment: APNSEnvironment,
        now: Date
    ) -> KnownRequest? {
        guard options.tokenRateLimit == nil, options.silence == .never, faults.entries.isEmpty
        else {
            return nil
        }
        let inspection = Inspection(
            request, environment: environment, now: now, connection: connection,
            options: options, keys: registry.keys, tokenCheck: tokenCheck)
        guard case .device = inspection.path, judge(inspection).refusal == nil,
            let topic = inspection.topic,
            let bundleID = inspection.bundleID(apps: registry.apps)
        else { return nil }
        let validity: ClosedRange<Date>
        if let certificate = inspection.certificate {
            guard certificate.notValidBefore <= certificate.notValidAfter else { return nil }
            validity = certificate.notValidBefore...certificate.notValidAfter
        } else if let token = inspection.token {
            validity = Date.distantPast...token.issuedAt + CheckedProviderToken.ageMax
        } else {
            return nil
        }
        let type = inspection.pushType
        return KnownRequest(
            configuration: configuration, senders: registry.senders,
            tokenGeneration: connection.tokenGeneration,
            streamCount: connection.streamCount, environment: environment, topic: topic,
            bundleID: bundleID, pushType: type,
            priority: inspection.priority.value ?? .assumedWhenAbsent,
            families: TokenFamily.allCases.filter { $0.pushTypes.contains(type) },
            bodyByteCountMax: type.traits.payloadByteCountMax, validity: validity,
            logged: sharedProperties(of: inspection),
            headers: LoggedHeaders(request.headers))
    }

    /// Accepts a request that repeats a known request, and delivers its notification.
    ///
    /// - Returns: `nil`, without any effect, when the request is not accepted or its notification
    ///   is not delivered immediately. In this case, the caller passes the complete request to
    ///   ``handle(_:connection:endpoint:environment:now:using:)``.
    package mutating func handle(
        _ request: RepeatedRequest, like known: KnownRequest, connection: inout ConnectionState,
        now: Date, using generator: inout some RandomNumberGenerator
    ) -> RepeatedResponse? {
        guard isValid(known, connection: connection, now: now),
            !request.body.isEmpty, request.body.count <= known.bodyByteCountMax,
            let device = recipient(of: request, like: known), Self.isPayload(request.body)
        else { return nil }
        connection.note(nil)
        let id = request.id ?? APNSID.madeByService(using: &generator)
        let uniqueID =
            known.environment == .sandbox ? APNSID.random(using: &generator) : nil
        log.append(
            LoggedRequest(
                time: now, shared: known.logged, apnsID: id, uniqueID: uniqueID,
                token: request.token, channelID: nil, deviceID: device.id,
                bundleID: known.bundleID, expiration: request.expiration?.epochSeconds,
                collapseID: request.collapseID?.text,
                headers: LoggedHeaders(repeating: known.headers, differing: request.differing),
                body: request.body,
                result: .init(
                    status: 200, delivery: .delivered, deliveryTime: now,
                    explanation: Self.deliveredExplanation)))
        guard !device.isLight else {
            return RepeatedResponse(id: id, uniqueID: uniqueID, delivery: nil)
        }
        let push = DevicePush(
            deviceToken: request.token, topic: known.topic, pushType: known.pushType,
            priority: known.priority, expiration: request.expiration,
            collapseID: request.collapseID, id: id, body: request.body, acceptedAt: now)
        return RepeatedResponse(id: id, uniqueID: uniqueID, delivery: (push, device.id))
    }

    /// Returns whether the checks that a known request has passed would pass again.
    private func isValid(
        _ known: KnownRequest, connection: borrowing ConnectionState, now: Date
    ) -> Bool {
        known.configuration === configuration && known.senders === registry.senders
            && faults.entries.isEmpty
            && connection.tokenGeneration == known.tokenGeneration
            && connection.streamCount == known.streamCount
            && known.validity.contains(now)
    }

    /// Returns the device that receives the notification immediately; `nil` if the token is not
    /// valid, or if the device does not receive the notification now.
    private func recipient(
        of request: borrowing RepeatedRequest, like known: KnownRequest
    ) -> ServiceDevice? {
        let device = registry.device(
            of: request.token, bundleID: known.bundleID, environment: known.environment,
            families: known.families)
        guard let device, device.isOnline,
            !device.isSavingPower || known.priority == .immediate,
            known.pushType != .alert || !device.mutedBundleIDs.contains(known.bundleID)
        else { return nil }
        return device
    }
}
