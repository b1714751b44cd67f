// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI
import GatewayClient

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway's refusal of a filter that it cannot read.
package struct FilterRefusal: Error, Hashable, Sendable {
    /// The column of the problem in the filter, in characters from 1.
    package let column: Int
    /// The problem, with the number of the column.
    package let detail: String
}

extension GatewayClient {
    /// Returns the only app of the gateway.
    ///
    /// - Throws: ``WorkFailure`` if there is none, or more than one.
    package func onlyApp() async throws -> String {
        let list: AppList? = try await find("/v1/apps")
        let apps = list?.apps.map(\.bundleID) ?? []
        guard apps.count == 1 else {
            throw WorkFailure(
                .usage,
                apps.isEmpty
                    ? "the gateway has no app; create one with: bellhop app create BUNDLE-ID"
                    : "the gateway has \(apps.count) apps; name one with --app, such as "
                        + "--app \(apps[0].printable)")
        }
        return apps[0]
    }

    /// Returns the number of installations in an audience.
    package func count(
        _ audience: CampaignAudience, app: String
    ) async throws -> AudienceCount {
        try await ask { try await $0.count(audience, app: app) }
    }

    /// Declares an attribute.
    package func putAttribute(
        _ name: String, type: AttributeType, app: String
    ) async throws -> AttributeResource {
        try await put(
            "\(path(app))/attributes/\(PercentCoding.encode(name))",
            try GatewayJSON.encode(AttributeRequest(type: type)))
    }

    /// Stores a filter under a name.
    package func putSegment(
        _ name: String, filter: String, app: String
    ) async throws -> SegmentResource {
        try await ask { try await $0.putSegment(name, filter: filter, app: app) }
    }

    /// Returns the segments of an app; `nil` if there is no such app.
    package func segments(app: String) async throws -> SegmentList? {
        try await find("\(path(app))/segments")
    }

    /// Returns a segment; `nil` if there is none with this name.
    package func segment(_ name: String, app: String) async throws -> SegmentResource? {
        try await ask { try await $0.segment(name, app: app) }
    }

    /// Deletes a segment. Returns `false` if there is none with this name.
    package func deleteSegment(_ name: String, app: String) async throws -> Bool {
        try await ask { try await $0.deleteSegment(name, app: app) }
    }

    private func path(_ app: String) -> String { "/v1/apps/\(PercentCoding.encode(app))" }
}
