// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /v1/webhooks` and of `PUT /v1/webhooks/{id}`.
public struct WebhookRequest: Hashable, Sendable, Codable {
    /// The address to which events are sent.
    public var url: String
    /// Names of events, groups such as `campaign.*`, or `*`; empty for the default.
    public var events: [String]
    /// The bundle identifiers of the apps whose events are sent; empty for all apps.
    public var apps: [String]
    /// What the webhook is for; `nil` if there is no description.
    public var description: String?
    /// The maximum number of events in a request: 1 to ``GatewayLimits/webhookBatchMax``. With 1, a
    /// request contains the event itself instead of a batch.
    public var batchSize: Int
    /// Whether events are sent. They wait while the webhook is not enabled.
    public var isEnabled: Bool

    public init(
        url: String, events: [String] = [], apps: [String] = [], description: String? = nil,
        batchSize: Int = GatewayLimits.webhookBatchMax, isEnabled: Bool = true
    ) {
        self.url = url
        self.events = events
        self.apps = apps
        self.description = description
        self.batchSize = batchSize
        self.isEnabled = isEnabled
    }

    enum CodingKeys: String, CodingKey {
        case url, events, apps, description
        case batchSize = "batch_size"
        case isEnabled = "enabled"
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["url", "events", "apps", "description", "batch_size", "enabled"],
            example: #"{"url":"https://example.com/push","events":["campaign.*"]}"#)
        url = try reader.required("url", reader.text("url"))
        events = try reader.texts("events") ?? []
        for entry in events where !EventFilter.isKnown(entry) {
            let names = EventType.allCases.map(\.rawValue)
            throw reader.unknownEntry(
                entry, of: "events", among: names + EventFilter.groups,
                advice: "send names, groups such as campaign.*, or *; the names are "
                    + names.joined(separator: ", "))
        }
        events = Array(Set(events)).sorted()
        apps = Array(Set(try reader.texts("apps") ?? [])).sorted()
        guard apps.count <= GatewayLimits.appsPerKeyMax else {
            throw reader.bad(
                "apps",
                "has \(apps.count) entries; name at most \(GatewayLimits.appsPerKeyMax) apps, or "
                    + "leave it out for all apps")
        }
        description = try reader.name("description")
        batchSize = try reader.integer("batch_size") ?? GatewayLimits.webhookBatchMax
        guard (1...GatewayLimits.webhookBatchMax).contains(batchSize) else {
            throw reader.bad(
                "batch_size", "is not valid; send 1 to \(GatewayLimits.webhookBatchMax)")
        }
        isEnabled = try reader.boolean("enabled") ?? true
    }
}

/// The body of `POST /v1/webhooks/{id}/secret`.
public struct WebhookRotation: Hashable, Sendable, Codable {
    /// The time in seconds for which requests are also signed with the previous secret: 0 to
    /// ``GatewayLimits/webhookOverlapSecondsMax``.
    public var overlapSeconds: Int

    public init(overlapSeconds: Int = GatewayLimits.webhookOverlapSecondsDefault) {
        self.overlapSeconds = overlapSeconds
    }

    enum CodingKeys: String, CodingKey {
        case overlapSeconds = "overlap_seconds"
    }

    /// Reads the request from a JSON body, which may be empty.
    public init(reading bytes: [UInt8]) throws(Problem) {
        self.init()
        guard !bytes.isEmpty else { return }
        let reader = try FormReader(
            bytes, keys: ["overlap_seconds"], example: #"{"overlap_seconds":86400}"#)
        guard let seconds = try reader.integer("overlap_seconds") else { return }
        guard (0...GatewayLimits.webhookOverlapSecondsMax).contains(seconds) else {
            throw reader.bad(
                "overlap_seconds",
                "is not valid; send 0 to \(GatewayLimits.webhookOverlapSecondsMax)")
        }
        overlapSeconds = seconds
    }
}

/// The body of `POST /v1/webhooks/{id}/replay`.
public enum WebhookReplay: Hashable, Sendable {
    /// Sends the events after this position again.
    case after(Int64)
    /// Sends the events since this time again.
    case since(Date)

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["after", "since"], example: #"{"since":"2026-01-31T09:00:00Z"}"#)
        let (after, since) = (try reader.text("after"), try reader.text("since"))
        switch (after, since) {
        case (let text?, nil):
            guard let position = Int64(text), position >= 0 else {
                throw reader.bad("after", "is not a cursor; send the cursor of a batch, or \"0\"")
            }
            self = .after(position)
        case (nil, let text?):
            guard let date = GatewayJSON.date(text) else {
                throw reader.bad(
                    "since", "is not an RFC 3339 time; send one such as 2026-01-31T09:00:00Z")
            }
            self = .since(date)
        default:
            throw Problem(
                .valueMissing, "the body needs either \"after\" or \"since\"; send one of them",
                keyPath: "since")
        }
    }
}
