// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads a sender's notification request for a server that accepts such requests in place of APNs
/// and has its own records of senders and devices.
///
/// The checks are those of ``AcceptanceCheck/standardOrder`` that depend on the request alone. The
/// caller checks the sender's credentials, the app and the device.
package struct NotificationReading: Sendable {
    /// The value of `authorization`; `nil` if it is absent.
    package let authorization: String?
    /// The topic; `nil` if it is absent or empty.
    package let topic: Topic?
    /// The value of `apns-id`; `nil` if it is absent or not a UUID.
    package let id: APNSID?
    /// The notification, or the reason why APNs would reject it regardless of the sender and the
    /// device.
    package let content: Result<PushRequest, RejectionReason.Refusal>

    /// - Throws: The reason why APNs rejects the request before it checks the credentials: the path
    ///   or the method is wrong.
    package init(_ request: ServiceRequest) throws(RejectionReason.Refusal) {
        let inspection = Inspection(
            request, environment: .production, now: .distantPast, connection: ConnectionState(),
            options: Self.service.options, keys: [:], tokenCheck: NoTokenCheck())
        guard case .device = inspection.path else {
            throw RejectionReason.Refusal(.badPath, because: "only /3/device/ is served")
        }
        if let refusal = Self.refusal(of: inspection, by: [.method]) { throw refusal }
        authorization = request.first(APNSHeader.authorization)
        topic = inspection.topic
        id = inspection.id.value
        if let refusal = Self.refusal(of: inspection, by: Self.checks) {
            content = .failure(refusal)
            return
        }
        guard let topic = inspection.topic, let token = inspection.deviceToken else {
            // The checks have passed, so only the form of the token can be wrong.
            content = .failure(
                .init(.badDeviceToken, because: "the path contains no device token in hex"))
            return
        }
        content = .success(
            PushRequest(
                deviceToken: token, body: request.body, topic: topic,
                pushType: inspection.pushType, priority: inspection.priority.value,
                expiration: inspection.expiration.value, collapseID: inspection.collapseID.value,
                id: inspection.id.value))
    }

    /// The checks that depend on the request alone, in their order.
    private static let checks: [AcceptanceCheck] = [
        .duplicateHeaders, .messageID, .expiration, .priority, .collapseID, .pushType,
        .missingTopic, .badTopic, .emptyPayload, .payloadSize, .missingDeviceToken,
    ]

    /// A service without apps and devices, for the checks.
    private static let service = PushService(tokenCheck: NoTokenCheck())

    private static func refusal(
        of inspection: Inspection, by checks: [AcceptanceCheck]
    ) -> RejectionReason.Refusal? {
        for check in checks {
            if let refusal = check.decide(inspection, service) {
                return RejectionReason.Refusal(refusal.reason, because: refusal.explanation)
            }
        }
        return nil
    }
}
