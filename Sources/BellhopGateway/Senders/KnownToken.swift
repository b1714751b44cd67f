// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the gateway knows about a device token in one app and environment.
struct KnownToken: Hashable, Sendable {
    let number: Int64
    let bundleID: String
    let environment: APNSEnvironment
    let family: TokenFamily
    let state: TokenState
    /// The reason that APNs gave for a suspect or dead token.
    let reason: String?
    /// Whether an app or a server has registered the token. If not, only senders have used it.
    let hasInstallation: Bool
    /// For a token that is not active: the time since which it has been in its current state.
    let since: Date?
    /// The time that APNs gave for a dead token.
    let invalidSince: Date?
}

/// The gateway's response to a sender about a device token, based on what the gateway knows.
///
/// The gateway responds before APNs does. What APNs says afterwards is therefore the response to
/// the sender's next request for the token.
enum TokenKnowledge {
    /// The time for which APNs' verdict on a token that nobody has registered is the response to
    /// every request. After this time, the verdict is returned once more and then forgotten: a
    /// sender that gets a token again from its app must be able to use it, and no registration
    /// tells the gateway about it.
    static let verdictSeconds: TimeInterval = 24 * 3600

    struct Decision: Hashable, Sendable {
        /// `nil` if the notification is accepted.
        var refusal: SenderRefusal?
        /// The token whose verdict is to be forgotten with this response.
        var forgotten: Int64?
    }

    /// - Parameter known: everything that is known about the token.
    static func decide(
        _ known: [KnownToken], app: String, environment: APNSEnvironment, type: PushType, now: Date
    ) -> Decision {
        let place = known.first { $0.bundleID == app && $0.environment == environment }
        guard let place else { return Decision(refusal: elsewhere(known, app: app, environment)) }
        guard let refusal = refusal(place, type) else { return Decision() }
        let isOld = place.since.map { now.timeIntervalSince($0) >= verdictSeconds } ?? true
        let isForgettable =
            !place.hasInstallation && (place.state == .dead || place.state == .suspect)
        return Decision(
            refusal: refusal, forgotten: isOld && isForgettable ? place.number : nil)
    }

    /// Returns the refusal of a token that is registered for another app or environment. A token
    /// that only senders have used there proves nothing, because they may have used it wrongly.
    private static func elsewhere(
        _ known: [KnownToken], app: String, _ environment: APNSEnvironment
    ) -> SenderRefusal? {
        let registered = known.filter { $0.hasInstallation && $0.state.isUsable }
        if registered.contains(where: { $0.bundleID == app }) {
            return SenderRefusal(
                .badDeviceToken,
                because: "the token is registered for \(environment.other.rawValue); send to the "
                    + "gateway's port of that environment")
        }
        guard registered.contains(where: { $0.environment == environment }) else { return nil }
        return SenderRefusal(
            .deviceTokenNotForTopic, because: "the token is registered for another app")
    }

    private static func refusal(_ place: KnownToken, _ type: PushType) -> SenderRefusal? {
        switch place.state {
        case .active:
            guard place.hasInstallation, !place.family.pushTypes.contains(type) else { return nil }
            return SenderRefusal(
                .deviceTokenNotForTopic,
                because: "the token belongs to the family \(place.family.rawValue), which does "
                    + "not receive \(type.rawValue) pushes")
        case .suspect:
            return SenderRefusal(
                reason(place, status: 400) ?? .badDeviceToken,
                because: "APNs has refused the token; check the environment and the app")
        case .dead:
            return SenderRefusal(
                reason(place, status: 410) ?? .unregistered,
                timestamp: place.invalidSince ?? place.since,
                because: "APNs has said that the token is no longer active")
        case .replaced:
            return SenderRefusal(
                .unregistered, timestamp: place.since,
                because: "the app has registered another token instead")
        case .removed:
            return SenderRefusal(
                .unregistered, timestamp: place.since,
                because: "the token's installation was deleted, or the token has ended")
        }
    }

    /// Returns the reason that APNs gave; `nil` if the status of this reason is not the given
    /// status.
    private static func reason(_ place: KnownToken, status: Int) -> RejectionReason? {
        guard let row = place.reason.flatMap({ RejectionReason(rawValue: $0).row }),
            row.status == status
        else { return nil }
        return row.reason
    }
}
