// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Repeated campaigns, triggers and events.
extension GatewayClient {
    /// Stores a campaign that is repeated.
    ///
    /// - Parameters:
    ///   - template: the template of the campaign, as `NAME` or `NAME@VERSION`; `nil` for none.
    ///   - app: the bundle identifier; `nil` if there is only one app.
    ///   - idempotencyKey: identifies the series, so that a repeated call stores it once.
    package func createSeries(
        _ request: SeriesRequest, template: String?, to audience: CampaignAudience, app: String?,
        idempotencyKey: String
    ) async throws -> SeriesResource {
        try read(
            try await caller.call(
                "POST", "/v1/series?" + Self.query(audience, app, template),
                json: Data(try request.encoded), idempotencyKey: idempotencyKey))
    }

    package func series() async throws -> SeriesList {
        try read(try await caller.call("GET", "/v1/series"))
    }

    /// Returns a series; `nil` if its identifier is unknown to the gateway.
    package func series(_ id: String) async throws -> SeriesResource? {
        try await find("/v1/series/" + PercentCoding.encode(id))
    }

    /// Ends a series.
    package func stopSeries(_ id: String) async throws -> SeriesResource {
        try await post("/v1/series/\(PercentCoding.encode(id))/stop", nil)
    }

    /// Removes a series. Returns `false` if its identifier is unknown to the gateway.
    package func deleteSeries(_ id: String) async throws -> Bool {
        try await remove("/v1/series/" + PercentCoding.encode(id))
    }

    /// Stores a message that a user gets when an event is reported.
    package func createTrigger(
        _ request: TriggerRequest, idempotencyKey: String
    ) async throws -> TriggerResource {
        try read(
            try await caller.call(
                "POST", "/v1/triggers", json: Data(try request.encoded),
                idempotencyKey: idempotencyKey))
    }

    package func triggers() async throws -> TriggerList {
        try read(try await caller.call("GET", "/v1/triggers"))
    }

    /// Returns a trigger with its message; `nil` if its identifier is unknown to the gateway.
    package func trigger(_ id: String) async throws -> TriggerResource? {
        try await find("/v1/triggers/" + PercentCoding.encode(id))
    }

    /// Deletes a trigger. Returns `false` if its identifier is unknown to the gateway.
    package func deleteTrigger(_ id: String) async throws -> Bool {
        try await remove("/v1/triggers/" + PercentCoding.encode(id))
    }

    /// Reports an event.
    package func report(_ event: EventRequest) async throws -> EventReport {
        try await post("/v1/events", Data(event.encoded))
    }
}
