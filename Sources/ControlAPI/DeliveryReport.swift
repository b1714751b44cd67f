// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One request, with the response of APNs and the reaction of the phone.
package struct DeliveryReport: Codable, Sendable, Hashable {
    /// The progress of a request.
    package enum Stage: String, Codable, Sendable, CaseIterable {
        /// APNs rejected the request.
        case rejected
        /// The push is on its way to the phone.
        case underWay = "under-way"
        /// The phone is offline, and APNs has stored the push.
        case stored
        /// The phone has received the push. ``DeliveryReport/arrival`` describes the phone's
        /// reaction.
        case delivered
        /// APNs accepted the push and discarded it, for instance because it expired in the store.
        case discarded

        /// Whether clients stop waiting at this stage. Clients also stop waiting when a push is
        /// stored, because it may stay stored for a long time.
        package var isSettled: Bool { self != .underWay }
    }

    package var apnsID: APNSID
    /// The time at which APNs responded.
    package var time: Date
    package var environment: APNSEnvironment
    package var topic: String?
    package var pushType: PushType?
    package var priority: Int?
    package var collapseID: String?
    /// The body's length in bytes.
    package var payloadByteCount: Int
    /// The device token in shortened form.
    package var token: String?
    /// The phone to which the device token belongs; `nil` when it belongs to no phone.
    package var deviceID: String?
    /// The HTTP status of the response.
    package var status: Int
    /// The reason why APNs rejected the request; `nil` if APNs accepted it.
    package var reason: RejectionReason?
    package var stage: Stage
    /// A description, in one line, of how APNs processed the request and why.
    package var note: String
    /// Irregularities that a stricter server might reject, for instance `apns-push-type is absent`;
    /// `nil` if the request has none.
    package var oddities: [String]?
    /// The reaction of the phone; `nil` until the phone has received the push.
    package var arrival: Arrival?

    enum CodingKeys: String, CodingKey {
        case time, environment, topic, priority, token, status, reason, stage, note, oddities,
            arrival
        case apnsID = "apns_id"
        case pushType = "push_type"
        case collapseID = "collapse_id"
        case payloadByteCount = "payload_bytes"
        case deviceID = "device_id"
    }

    package init(
        apnsID: APNSID, time: Date, environment: APNSEnvironment, payloadByteCount: Int,
        status: Int,
        stage: Stage, note: String
    ) {
        self.apnsID = apnsID
        self.time = time
        self.environment = environment
        self.payloadByteCount = payloadByteCount
        self.status = status
        self.stage = stage
        self.note = note
    }

    /// The outcome in one line. This is the phone's reaction or, if the push has not reached the
    /// phone, the response or the note of APNs.
    package var summary: String {
        switch stage {
        case .rejected: "rejected by APNs: \(status) \(reason?.rawValue ?? "")"
        case .stored: "stored for the phone: \(note)"
        case .delivered: arrival?.summary ?? note
        case .underWay, .discarded: note
        }
    }

    /// Whether the person or the app received the push, or may still receive it.
    package var isGood: Bool {
        switch stage {
        case .rejected, .discarded: false
        case .stored, .underWay: true
        case .delivered: arrival?.isDelivered ?? true
        }
    }
}

/// A call of one method of an app, in the form in which the trace shows it.
package struct CallbackView: Codable, Sendable, Hashable {
    package var time: Date
    package var bundleID: String
    /// The method's name in Apple's API.
    package var name: String
    /// The rule that causes the call; `nil` if the call is part of the general life cycle of apps.
    package var rule: RuleID?
    package var detail: String?

    enum CodingKeys: String, CodingKey {
        case time, name, rule, detail
        case bundleID = "bundle_id"
    }

    package init(time: Date, bundleID: String, name: String, rule: RuleID?, detail: String?) {
        self.time = time
        self.bundleID = bundleID
        self.name = name
        self.rule = rule
        self.detail = detail
    }
}
