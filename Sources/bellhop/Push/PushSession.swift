// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import ControlAPI

/// Sends one request and asks the simulator what the phone did.
struct PushSession {
    /// How long to wait for the phone after APNs accepted.
    static let phoneTimeout = Duration.seconds(5)

    let route: PushRoute
    let target: PushTarget

    func send(_ plan: PushPlan) async throws -> PushReport {
        var configuration = APNSClient.Configuration(
            endpoint: target.endpoint,
            authentication: route.credential.authentication,
            trustRoots: route.trustRoots)
        // The word on size shall be APNs' own.
        configuration.checksPayloadSize = false
        let client = APNSClient(configuration: configuration)
        let outcome = try await client.send(plan.request)
        await client.shutdown()
        return PushReport(
            plan: plan, target: target, outcome: outcome,
            delivery: try await delivery(of: plan, outcome))
    }

    private func delivery(of plan: PushPlan, _ outcome: PushOutcome) async throws -> DeliveryReport?
    {
        guard case .simulator(_, let client, _, _, _) = route, let id = plan.request.id else {
            return nil
        }
        if case .unknown = outcome { return nil }
        return try await asking { try await client.delivery(apnsID: id, wait: Self.phoneTimeout) }
    }
}
