// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import HTTPTypes

extension GatewayRoutes {
    /// The routes of lists, reports and exports.
    static var results: [(String, [Operation])] {
        [
            ("/v1/messages", [Operation(.get, .messagesRead) { try await $0.messages() }]),
            ("/v1/deliveries", [Operation(.get, .messagesRead) { try await $0.deliveries() }]),
            (
                "/v1/deliveries/counts",
                [Operation(.get, .messagesRead) { try await $0.deliveryCounts() }]
            ),
            (
                "/v1/campaigns/:id/deliveries",
                [Operation(.get, .campaignsRead) { try await $0.campaignDeliveries() }]
            ),
            (
                "/v1/campaigns/:id/report",
                [Operation(.get, .campaignsRead) { try await $0.campaignReport() }]
            ),
            (
                "/v1/apps/:bundle_id/dead-tokens",
                [Operation(.get, .installationsRead) { try await $0.deadTokens() }]
            ),
            (
                "/v1/apps/:bundle_id/shadow",
                [Operation(.get, .messagesRead) { try await $0.shadowReport() }]
            ),
            (
                "/v1/apps/:bundle_id/permission-funnel",
                [Operation(.get, .installationsRead) { try await $0.permissionFunnel() }]
            ),
            (
                "/v1/installations/:installation_id/badge",
                [Operation(.put, .installationsWrite) { try await $0.setBadge() }]
            ),
            (
                "/v1/installations/:installation_id/history",
                [Operation(.get, .messagesRead) { try await $0.history() }]
            ),
        ]
    }
}
