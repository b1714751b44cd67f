// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The type of an attribute.
public enum AttributeType: String, Hashable, Sendable, Codable, CaseIterable {
    case text, number, flag, date
}

/// The body of `PUT /v1/apps/{bundle_id}/attributes/{name}`.
public struct AttributeRequest: Hashable, Sendable, Codable {
    public var type: AttributeType

    public init(type: AttributeType) { self.type = type }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["type"], example: #"{"type":"text"}"#)
        type = try reader.required("type", reader.word("type", AttributeType.self))
    }
}

/// An attribute that an app has declared.
public struct AttributeResource: Hashable, Sendable, Codable {
    public var name: String
    public var type: AttributeType

    public init(name: String, type: AttributeType) {
        self.name = name
        self.type = type
    }
}

/// The response to `GET /v1/apps/{bundle_id}/attributes`.
public struct AttributeList: Hashable, Sendable, Codable {
    public var attributes: [AttributeResource]

    public init(attributes: [AttributeResource]) { self.attributes = attributes }
}

/// The body of `PUT /v1/apps/{bundle_id}/segments/{name}`.
public struct SegmentRequest: Hashable, Sendable, Codable {
    /// The filter, as one line.
    public var filter: String

    public init(filter: String) { self.filter = filter }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["filter"], example: #"{"filter":"tag beta"}"#)
        filter = try reader.required("filter", reader.text("filter"))
    }
}

/// A filter that is stored under a name.
public struct SegmentResource: Hashable, Sendable, Codable {
    public var name: String
    /// The filter, as one line.
    public var filter: String

    public init(name: String, filter: String) {
        self.name = name
        self.filter = filter
    }
}

/// The response to `GET /v1/apps/{bundle_id}/segments`.
public struct SegmentList: Hashable, Sendable, Codable {
    public var segments: [SegmentResource]

    public init(segments: [SegmentResource]) { self.segments = segments }
}

/// The recipients of a campaign.
public enum CampaignAudience: Hashable, Sendable {
    /// All installations of the app.
    case all
    /// The installations that match the filter of a segment.
    case segment(String)
    /// The installations that match a filter.
    case filter(String)

    private static let segmentPrefix = "segment:"

    /// Reads `all`, `segment:NAME` or a filter.
    public init(_ text: String) {
        if text == "all" {
            self = .all
        } else if text.hasPrefix(Self.segmentPrefix) {
            self = .segment(String(text.dropFirst(Self.segmentPrefix.count)))
        } else {
            self = .filter(text)
        }
    }

    /// Reads the body of `POST /v1/apps/{bundle_id}/audience/count`: `{"filter": "…"}` or
    /// `{"segment": "…"}`.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["filter", "segment"], example: #"{"filter":"tag beta"}"#)
        let filter = try reader.text("filter")
        let segment = try reader.name("segment")
        switch (filter, segment) {
        case (let filter?, nil): self = .filter(filter)
        case (nil, let segment?): self = .segment(segment)
        default:
            throw Problem(
                .valueMissing, "the body needs either \"filter\" or \"segment\"; send one of them",
                keyPath: "filter")
        }
    }
}

/// The response to `POST /v1/apps/{bundle_id}/audience/count`.
public struct AudienceCount: Hashable, Sendable, Codable {
    /// The number of installations that match the filter.
    public var installations: Int

    public init(installations: Int) { self.installations = installations }
}
