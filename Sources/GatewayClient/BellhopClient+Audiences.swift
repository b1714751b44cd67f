// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

/// Segments, which are filters with a name, and the number of installations in an audience.
extension BellhopClient {
    /// Returns the number of installations in an audience.
    public func count(_ audience: CampaignAudience, app: String) async throws -> AudienceCount {
        let body: [String: String] =
            switch audience {
            case .all: ["filter": "all"]
            case .segment(let name): ["segment": name]
            case .filter(let line): ["filter": line]
            }
        return try read(
            try await call("POST", "\(Self.path(app))/audience/count", try encode(body)))
    }

    /// Stores a filter under a name.
    public func putSegment(
        _ name: String, filter: String, app: String
    ) async throws -> SegmentResource {
        try await put(
            "\(Self.path(app))/segments/\(Self.segment(name))",
            try encode(SegmentRequest(filter: filter)))
    }

    /// Returns the segments of an app.
    public func segments(app: String) async throws -> SegmentList {
        try await list("\(Self.path(app))/segments")
    }

    /// Returns a segment; `nil` if there is none.
    public func segment(_ name: String, app: String) async throws -> SegmentResource? {
        try await find("\(Self.path(app))/segments/\(Self.segment(name))")
    }

    /// Deletes a segment. Returns `false` if there is none.
    public func deleteSegment(_ name: String, app: String) async throws -> Bool {
        try await remove("\(Self.path(app))/segments/\(Self.segment(name))")
    }

    private static func path(_ app: String) -> String { "/v1/apps/" + segment(app) }
}
