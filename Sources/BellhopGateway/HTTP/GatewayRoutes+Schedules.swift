// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import HTTPTypes

/// The routes of drafts, schedules and policies.
extension GatewayRoutes {
    static var schedules: [(path: String, operations: [Operation])] {
        [
            (
                "/v1/campaigns/preview",
                [Operation(.post, .campaignsRead) { try await $0.previewCampaign() }]
            ),
            (
                "/v1/campaigns/:id/definition",
                [Operation(.get, .campaignsRead) { try await $0.campaignDefinition() }]
            ),
            (
                "/v1/campaigns/:id/start",
                [Operation(.post, .campaignsWrite) { try await $0.startDraft() }]
            ),
            (
                "/v1/campaigns/:id/approve",
                [Operation(.post, .campaignsApprove) { try await $0.approveCampaign() }]
            ),
            (
                "/v1/campaigns/:id/refuse",
                [Operation(.post, .campaignsApprove) { try await $0.refuseCampaign() }]
            ),
            (
                "/v1/campaigns/:id/schedule",
                [Operation(.post, .campaignsWrite) { try await $0.scheduleCampaign() }]
            ),
            (
                "/v1/series",
                [
                    Operation(.get, .campaignsRead) { try await $0.series() },
                    Operation(.post, .campaignsWrite) { try await $0.createSeries() },
                ]
            ),
            (
                "/v1/series/:id",
                [
                    Operation(.get, .campaignsRead) { try await $0.oneSeries() },
                    Operation(.delete, .campaignsWrite) { try await $0.deleteSeries() },
                ]
            ),
            (
                "/v1/series/:id/stop",
                [Operation(.post, .campaignsWrite) { try await $0.stopSeries() }]
            ),
            (
                "/v1/triggers",
                [
                    Operation(.get, .campaignsRead) { try await $0.triggers() },
                    Operation(.post, .campaignsWrite) { try await $0.createTrigger() },
                ]
            ),
            (
                "/v1/triggers/:id",
                [
                    Operation(.get, .campaignsRead) { try await $0.trigger() },
                    Operation(.delete, .campaignsWrite) { try await $0.deleteTrigger() },
                ]
            ),
            ("/v1/events", [Operation(.post, .eventsWrite) { try await $0.reportEvent() }]),
            (
                "/v1/apps/:bundle_id/policy",
                [
                    Operation(.get, .campaignsRead) { try await $0.policy() },
                    Operation(.put, .campaignsWrite) { try await $0.putPolicy() },
                ]
            ),
        ]
    }
}
