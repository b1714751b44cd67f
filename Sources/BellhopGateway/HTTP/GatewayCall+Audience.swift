// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Hummingbird

extension GatewayCall {
    /// Handles `GET /v1/apps/{bundle_id}/attributes`.
    func attributes() async throws -> Response {
        try answer(try await gateway.attributes(of: try bundleID()))
    }

    /// Handles `PUT /v1/apps/{bundle_id}/attributes/{name}`.
    func declareAttribute() async throws -> Response {
        let bundleID = try bundleID()
        let request = try AttributeRequest(reading: try await body())
        return try answer(
            try await gateway.declareAttribute(try parameter("name"), request, of: bundleID))
    }

    /// Handles `PUT /v1/installations/{installation_id}/attributes`.
    func setAttributes() async throws -> Response {
        let changes = try AttributeChanges(reading: try await body())
        return try answer(
            try await gateway.setAttributes(
                changes, ofInstallation: try parameter("installation_id"), within: limit))
    }

    /// Handles `PUT` and `DELETE /v1/installations/{installation_id}/tags/{tag}`.
    func setTag(_ isSet: Bool) async throws -> Response {
        try answer(
            try await gateway.setTag(
                try parameter("tag"), isSet: isSet,
                ofInstallation: try parameter("installation_id"), within: limit))
    }

    /// Handles `GET /v1/apps/{bundle_id}/segments`.
    func segments() async throws -> Response {
        try answer(try await gateway.segments(of: try bundleID()))
    }

    /// Handles `GET /v1/apps/{bundle_id}/segments/{name}`.
    func segment() async throws -> Response {
        try answer(try await gateway.segment(try parameter("name"), of: try bundleID()))
    }

    /// Handles `PUT /v1/apps/{bundle_id}/segments/{name}`.
    func putSegment() async throws -> Response {
        let bundleID = try bundleID()
        let request = try SegmentRequest(reading: try await body())
        return try answer(
            try await gateway.putSegment(try parameter("name"), request, of: bundleID))
    }

    /// Handles `DELETE /v1/apps/{bundle_id}/segments/{name}`.
    func deleteSegment() async throws -> Response {
        try await gateway.deleteSegment(try parameter("name"), of: try bundleID())
        return Response(status: .noContent)
    }

    /// Handles `POST /v1/apps/{bundle_id}/audience/count`.
    func countAudience() async throws -> Response {
        let bundleID = try bundleID()
        let audience = try CampaignAudience(reading: try await body())
        return try answer(try await gateway.count(audience, of: bundleID))
    }
}
