// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /v1/series`: a campaign at a local time, and how often it is repeated.
public struct SeriesRequest: Hashable, Sendable {
    /// How often the campaign is repeated.
    public enum Repeat: String, Hashable, Sendable, CaseIterable {
        case daily, weekly, monthly
    }

    public var every: Repeat
    /// The latest permitted local time of an occurrence, such as `2026-12-31T23:59`; `nil` for no
    /// end.
    public var until: String?
    /// The campaign as JSON, as `POST /v1/campaigns` takes it; its `local_time` is the time of the
    /// first occurrence.
    public var campaign: [UInt8]

    public init(every: Repeat, until: String? = nil, campaign: [UInt8]) {
        self.every = every
        self.until = until
        self.campaign = campaign
    }

    /// The body of a request.
    ///
    /// - Throws: ``/APNSWire/JSONSyntaxError`` if the campaign is not JSON.
    public var encoded: [UInt8] {
        get throws(JSONSyntaxError) {
            var object: JSONObject = [
                "every": .string(every.rawValue), "campaign": try JSONReader.read(campaign).value,
            ]
            if let until { object["until"] = .string(until) }
            return JSONWriter.write(.object(object))
        }
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["every", "until", "campaign"],
            example: #"{"every":"weekly","campaign":{"local_time":"2026-12-24T09:00"}}"#)
        every = try reader.required("every", reader.word("every", Repeat.self))
        until = try reader.text("until")
        let node = try reader.required("campaign", reader.node("campaign"))
        guard node.value.objectValue != nil else {
            throw reader.bad("campaign", "is \(node.value.typeName); send an object")
        }
        campaign = Array(bytes[node.range])
    }
}

/// A campaign that is repeated.
public struct SeriesResource: Hashable, Sendable, Codable {
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Further occurrences will be created.
        case running
        /// There are no further occurrences.
        case ended
    }

    public var id: String
    /// The bundle identifier of the app.
    public var app: String
    public var name: String?
    public var state: State
    /// `daily`, `weekly` or `monthly`.
    public var every: String
    /// The local time of the next occurrence; `nil` if there are no further occurrences.
    public var next: String?
    /// The latest permitted local time of an occurrence; `nil` for no end.
    public var until: String?
    /// Why an occurrence could not be created, or was left out.
    public var problem: String?
    /// The identifier of the campaign of the last occurrence; `nil` before the first one.
    public var lastCampaign: String?
    public var createdAt: Date
    /// When the series ended; `nil` while it runs.
    public var endedAt: Date?

    public init(
        id: String, app: String, name: String?, state: State, every: String, next: String?,
        until: String?, problem: String?, lastCampaign: String?, createdAt: Date, endedAt: Date?
    ) {
        self.id = id
        self.app = app
        self.name = name
        self.state = state
        self.every = every
        self.next = next
        self.until = until
        self.problem = problem
        self.lastCampaign = lastCampaign
        self.createdAt = createdAt
        self.endedAt = endedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, app, name, state, every, next, until, problem
        case lastCampaign = "last_campaign"
        case createdAt = "created_at"
        case endedAt = "ended_at"
    }
}

/// The repeated campaigns, newest first.
public struct SeriesList: Hashable, Sendable, Codable {
    public var series: [SeriesResource]

    public init(series: [SeriesResource]) { self.series = series }
}
