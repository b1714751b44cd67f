// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI

/// Sends a request, and asks the simulator for the phone's reaction.
package struct PushSession: Sendable {
    /// The maximum time to wait for the phone's reaction after APNs accepted the push.
    static let phoneTimeout = Duration.seconds(5)

    private let route: PushRoute
    private let target: PushTarget

    package init(route: PushRoute, target: PushTarget) {
        self.route = route
        self.target = target
    }

    package func send(_ plan: PushPlan) async throws -> PushReport {
        var configuration = route.configuration(target.endpoint)
        // The client also sends a body that is too large, so that APNs itself rejects it.
        configuration.checksPayloadSize = false
        let client = APNSClient(configuration: configuration)
        let outcome = try await client.send(plan.request)
        await client.shutdown()
        return PushReport(
            plan: plan, target: target, outcome: outcome,
            delivery: try await delivery(of: plan, outcome))
    }

    private func delivery(
        of plan: PushPlan, _ outcome: PushOutcome
    ) async throws -> DeliveryReport? {
        if case .unknown = outcome { return nil }
        return try await route.delivery(of: plan.request.id, wait: Self.phoneTimeout)
    }
}
