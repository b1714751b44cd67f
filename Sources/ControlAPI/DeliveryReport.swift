// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One request at both ends: what APNs said and what the phone did.
public struct DeliveryReport: Codable, Sendable, Hashable {
    /// How far it has come.
    public enum Stage: String, Codable, Sendable, CaseIterable {
        /// APNs refused the request.
        case rejected
        /// On its way to the phone.
        case underWay = "under-way"
        /// The phone is offline; it waits in APNs' store.
        case stored
        /// The phone has it; ``DeliveryReport/arrival`` says what it did.
        case delivered
        /// APNs took it and threw it away, for instance because it expired in the store.
        case discarded

        /// Whether nothing more will happen by itself.
        public var isSettled: Bool { self != .underWay }
    }

    public var apnsID: APNSID
    /// When APNs answered.
    public var time: Date
    public var environment: APNSEnvironment
    public var topic: String?
    public var pushType: PushType?
    public var priority: Int?
    public var collapseID: String?
    /// The body's length in bytes.
    public var payloadByteCount: Int
    /// The device token, shortened.
    public var token: String?
    /// The phone it is for; `nil` when the token leads nowhere.
    public var deviceID: String?
    /// The HTTP status of APNs' answer.
    public var status: Int
    /// The reason of a refusal.
    public var reason: RejectionReason?
    public var stage: Stage
    /// What APNs did with it and why, in one line.
    public var note: String
    /// What a stricter server might not take, for instance `apns-push-type is absent`; `nil` when
    /// there is nothing of the kind.
    public var oddities: [String]?
    /// What the phone did; `nil` while it has not got it.
    public var arrival: Arrival?

    enum CodingKeys: String, CodingKey {
        case time, environment, topic, priority, token, status, reason, stage, note, oddities,
            arrival
        case apnsID = "apns_id"
        case pushType = "push_type"
        case collapseID = "collapse_id"
        case payloadByteCount = "payload_bytes"
        case deviceID = "device_id"
    }

    public init(
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

    /// What became of it, in one line: the phone's words, or APNs'.
    public var summary: String {
        switch stage {
        case .rejected: "rejected by APNs: \(status) \(reason?.rawValue ?? "")"
        case .stored: "held for the phone: \(note)"
        case .delivered: arrival?.summary ?? note
        case .underWay, .discarded: note
        }
    }

    /// Whether the person or the app got it, or will when the phone is back.
    public var isGood: Bool {
        switch stage {
        case .rejected, .discarded: false
        case .stored, .underWay: true
        case .delivered: arrival?.isDelivered ?? true
        }
    }
}

/// One call of an app's method, as the trace shows it.
public struct CallbackView: Codable, Sendable, Hashable {
    public var time: Date
    public var bundleID: String
    /// The method's name in Apple's API.
    public var name: String
    /// The rule that says so; `nil` for the plain life cycle of apps.
    public var rule: RuleID?
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case time, name, rule, detail
        case bundleID = "bundle_id"
    }

    public init(time: Date, bundleID: String, name: String, rule: RuleID?, detail: String?) {
        self.time = time
        self.bundleID = bundleID
        self.name = name
        self.rule = rule
        self.detail = detail
    }
}
