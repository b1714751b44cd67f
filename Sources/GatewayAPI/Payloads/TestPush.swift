// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `POST /v1/test-pushes`: one push to one device token, with the credential of an app.
public struct TestPushRequest: Hashable, Sendable {
    /// The bundle identifier of the app whose credential is used.
    public var app: String
    public var environment: APNSEnvironment
    /// The device token, which no log and no response contains.
    public var token: DeviceToken
    public var draft: PayloadDraft

    public init(
        app: String, environment: APNSEnvironment, token: DeviceToken, draft: PayloadDraft
    ) {
        self.app = app
        self.environment = environment
        self.token = token
        self.draft = draft
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["app", "environment", "token"] + PayloadDraft.keys,
            example: #"{"app":"com.example.app","environment":"sandbox","token":"…","payload":…}"#)
        app = try reader.bundleID("app")
        environment = try reader.environment("environment")
        token = try reader.required("token", reader.token("token"))
        draft = try PayloadDraft(reader)
    }
}

/// The response to `POST /v1/test-pushes`: what APNs responded.
public struct TestPushResult: Hashable, Sendable, Codable {
    /// Whether APNs accepted the push.
    public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        case accepted, rejected
        /// There was no response; APNs may have accepted the push.
        case unknown
    }

    public var outcome: Outcome
    /// The HTTP status of APNs; `nil` if there was no response.
    public var status: Int?
    /// The reason of a rejection, such as `BadDeviceToken`.
    public var reason: String?
    /// What the reason means, or why there was no response.
    public var detail: String?
    /// What to do about it.
    public var remedy: String?
    public var apnsID: String?
    /// The identifier in Apple's delivery log; only the sandbox sends it.
    public var apnsUniqueID: String?
    /// The token as six digits and a hash.
    public var token: String
    /// The headers that were sent.
    public var pushType: PushType
    public var topic: String
    public var priority: Int
    public var byteCount: Int

    public init(
        outcome: Outcome, status: Int? = nil, reason: String? = nil, detail: String? = nil,
        remedy: String? = nil, apnsID: String? = nil, apnsUniqueID: String? = nil, token: String,
        pushType: PushType, topic: String, priority: Int, byteCount: Int
    ) {
        self.outcome = outcome
        self.status = status
        self.reason = reason
        self.detail = detail
        self.remedy = remedy
        self.apnsID = apnsID
        self.apnsUniqueID = apnsUniqueID
        self.token = token
        self.pushType = pushType
        self.topic = topic
        self.priority = priority
        self.byteCount = byteCount
    }

    enum CodingKeys: String, CodingKey {
        case outcome, status, reason, detail, remedy, token, topic, priority
        case apnsID = "apns_id"
        case apnsUniqueID = "apns_unique_id"
        case pushType = "push_type"
        case byteCount = "byte_count"
    }
}
