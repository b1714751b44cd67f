// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks of the device token. Source: "Handling notification responses from APNs".
extension AcceptanceCheck {
    /// `MissingDeviceToken`: the path ends after `/3/device/`.
    static let missingDeviceToken = AcceptanceCheck("device token given", .token) { request, _ in
        request.path == .device("") ? Refusal(.missingDeviceToken) : nil
    }

    /// `BadDeviceToken`: the token is malformed, unknown, or of the other environment. The log
    /// states which of these causes applies.
    static let knownDeviceToken = AcceptanceCheck("device token known", .token) {
        request, service in
        guard case .device(let text) = request.path, !text.isEmpty else { return nil }
        guard let token = request.deviceToken else {
            do throws(DeviceTokenError) { _ = try DeviceToken(hex: text) } catch {
                return Refusal(.badDeviceToken, because: error.description)
            }
            return Refusal(.badDeviceToken)
        }
        guard let registration = service.registry.registration(of: token) else {
            return Refusal(
                .badDeviceToken,
                because: "no device of the simulator received this token")
        }
        guard registration.environment == request.environment else {
            return Refusal(
                .badDeviceToken,
                because:
                    "this token belongs to \(registration.environment.rawValue), but the request "
                    + "was sent to \(request.environment.rawValue); use the host of "
                    + registration.environment.rawValue
            )
        }
        return nil
    }

    /// `DeviceTokenNotForTopic`: the token is for another app, or the push type does not permit its
    /// token family.
    static let tokenTopic = AcceptanceCheck("device token for topic", .token) { request, service in
        guard let token = request.deviceToken,
            let registration = service.registry.registration(of: token)
        else { return nil }
        guard registration.bundleID == request.bundleID(apps: service.registry.apps) else {
            return Refusal(
                .deviceTokenNotForTopic,
                because: "this token belongs to the app \(registration.bundleID)")
        }
        guard registration.family.pushTypes.contains(request.pushType) else {
            return Refusal(
                .deviceTokenNotForTopic,
                because: "this is the app's \(registration.family.rawValue) token, to which "
                    + "\(request.pushType.rawValue) pushes cannot be sent")
        }
        return nil
    }

    /// The largest rounding error, in seconds, of a time that was saved as seconds since 1970 and
    /// read again. It is smaller than a millisecond, the unit of times in responses.
    private static let savedTimeTolerance = 0.000_5

    /// `Unregistered`, `ExpiredToken`: the token has become invalid. The response contains the time
    /// of the invalidation, in milliseconds since 1970.
    static let livingToken = AcceptanceCheck("device token alive", .token) { request, service in
        guard let token = request.deviceToken,
            let death = service.registry.registration(of: token)?.death,
            death.reason == .expiredToken
                || request.now.timeIntervalSince(death.at)
                    >= service.options.unregisteredDelaySeconds - savedTimeTolerance
        else { return nil }
        return Refusal(death.reason, timestamp: death.at, because: death.explanation)
    }

    /// `TooManyRequests`: too many notifications were sent to one device token, if a limit is set.
    static let tokenRate = AcceptanceCheck("rate of the device token", .rate) { request, service in
        guard let limit = service.options.tokenRateLimit, let token = request.deviceToken,
            service.tokenRates.isFull(token, limit: limit, now: request.now)
        else { return nil }
        return Refusal(
            .tooManyRequests,
            because: "this device token received \(limit.countMax) notifications within "
                + "\(limit.seconds) s")
    }
}
