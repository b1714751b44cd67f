// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GatewayCall {
    /// The query parameters by which lists of messages and deliveries are filtered.
    private static let filters = [
        "app", "user", "installation", "state", "reason", "status", "since", "apns_unique_id",
    ]

    /// Handles `GET /v1/messages`.
    func messages() async throws -> Response {
        let page = try PageQuery(try query(), also: Self.filters)
        return try answer(
            try await gateway.messages(
                try filter(page), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault))
    }

    /// Handles `GET /v1/deliveries`.
    func deliveries() async throws -> Response {
        let page = try PageQuery(try query(), also: Self.filters)
        return try answer(
            try await gateway.deliveries(
                try filter(page), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault))
    }

    /// Handles `GET /v1/deliveries/counts`.
    func deliveryCounts() async throws -> Response {
        let page = try PageQuery(try query(), also: ["app", "by", "since"])
        var apps = limit
        if let app = page.others["app"] {
            try limit.check(app)
            apps = AppLimit([app])
        }
        let name = page.others["by"] ?? DeliveryCounts.Division.state.rawValue
        guard let division = DeliveryCounts.Division(rawValue: name) else {
            throw Problem(
                .badQuery,
                "\"by\" is unknown; send one of "
                    + DeliveryCounts.Division.allCases.map(\.rawValue).joined(separator: ", "),
                keyPath: "by")
        }
        return try answer(
            try await gateway.deliveryCounts(
                by: division, apps: apps, since: try Self.since(page.others["since"])))
    }

    private func filter(_ page: PageQuery) throws(Problem) -> ResultFilter {
        var filter = ResultFilter()
        filter.apps = limit
        if let app = page.others["app"] {
            try limit.check(app)
            filter.apps = AppLimit([app])
        }
        filter.user = page.others["user"]
        filter.installation = page.others["installation"]
        filter.reason = page.others["reason"]
        filter.uniqueID = page.others["apns_unique_id"]
        if let status = page.others["status"] {
            guard let number = Int(status), (100...599).contains(number) else {
                throw Problem(
                    .badQuery, "\"status\" is not an HTTP status; send one such as 400",
                    keyPath: "status")
            }
            filter.status = number
        }
        if let state = page.others["state"] {
            guard let known = DeliveryState(rawValue: state) else {
                throw Problem(
                    .badQuery,
                    "\"state\" is unknown; send one of "
                        + DeliveryState.allCases.map(\.rawValue).joined(separator: ", "),
                    keyPath: "state")
            }
            filter.state = known
        }
        filter.since = try Self.since(page.others["since"])
        return filter
    }

    private static func since(_ text: String?) throws(Problem) -> Date? {
        guard let text else { return nil }
        if let date = GatewayJSON.date(text) { return date }
        throw Problem(
            .badQuery, "\"since\" is not a time; send one such as 2026-01-31T09:05:00Z",
            keyPath: "since")
    }

    /// Handles `GET /v1/campaigns/{id}/deliveries`.
    func campaignDeliveries() async throws -> Response {
        let page = try PageQuery(try query(), also: ["outcome", "reason", "format"])
        let format = try Self.format(page.others["format"])
        guard format == .json || page.limit == nil else {
            throw Problem(
                .badQuery,
                "\"limit\" is for pages in JSON, but \(format.rawValue) returns all entries; leave "
                    + "out \"limit\" or \"format\"", keyPath: "limit")
        }
        let (gateway, limit, id) = (gateway, limit, try parameter("id"))
        let (outcome, reason) = (page.others["outcome"], page.others["reason"])
        let first = try await gateway.campaignDeliveries(
            id: id, outcome: outcome, reason: reason, after: page.after,
            limit: page.limit
                ?? (format == .json
                    ? GatewayLimits.pageEntriesDefault : GatewayLimits.pageEntriesMax),
            within: limit)
        guard format != .json else { return try answer(first) }
        return Response(
            status: .ok,
            headers: [.contentType: format.contentType, .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var list = first
                var text = format == .csv ? CampaignDeliveryResource.csvHeader : ""
                while true {
                    for entry in list.deliveries { text += try entry.line(in: format) }
                    if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                    text = ""
                    guard let next = list.next else { break }
                    list = try await gateway.campaignDeliveries(
                        id: id, outcome: outcome, reason: reason, after: next,
                        limit: GatewayLimits.pageEntriesMax, within: limit)
                }
                try await writer.finish(nil)
            })
    }

    private static func format(_ name: String?) throws(Problem) -> ExportFormat {
        guard let name else { return .json }
        if let format = ExportFormat(rawValue: name) { return format }
        throw Problem(
            .badQuery,
            "\"format\" is unknown; send one of "
                + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "), keyPath: "format")
    }

    /// Handles `GET /v1/campaigns/{id}/report`.
    func campaignReport() async throws -> Response {
        try answer(try await gateway.campaignReport(id: try parameter("id"), within: limit))
    }

    /// Handles `GET /v1/apps/{bundle_id}/dead-tokens`.
    func deadTokens() async throws -> Response {
        let bundleID = try bundleID()
        let page = try PageQuery(try query(), also: ["since"])
        return try answer(
            try await gateway.deadTokens(
                of: bundleID, since: try Self.since(page.others["since"])))
    }

    /// Handles `GET /v1/apps/{bundle_id}/shadow`.
    func shadowReport() async throws -> Response {
        let bundleID = try bundleID()
        let page = try PageQuery(try query(), also: ["since"])
        return try answer(
            try await gateway.shadowReport(
                of: bundleID, since: try Self.since(page.others["since"])))
    }

    /// Handles `GET /v1/apps/{bundle_id}/permission-funnel`.
    func permissionFunnel() async throws -> Response {
        try answer(try await gateway.permissionFunnel(of: try bundleID()))
    }

    /// Handles `PUT /v1/installations/{installation_id}/badge`.
    func setBadge() async throws -> Response {
        let request = try BadgeRequest(reading: try await body())
        return try answer(
            try await gateway.setBadge(
                request.badge, ofInstallation: try parameter("installation_id"), within: limit))
    }

    /// Handles `GET /v1/installations/{installation_id}/history`.
    func history() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.history(
                ofInstallation: try parameter("installation_id"), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }
}

extension CampaignDeliveryResource {
    fileprivate func line(in format: ExportFormat) throws -> String {
        if format == .csv { return csvLine }
        return String(decoding: try GatewayJSON.encodeLine(self), as: UTF8.self)
    }
}
