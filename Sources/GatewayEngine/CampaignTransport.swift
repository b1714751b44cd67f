// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import GatewayModel

/// Sends the notifications of campaigns, and separates the engine from the provider.
package protocol CampaignTransport: Sendable {
    /// Sends notifications and reports the outcome of each, in any order. Returns when all outcomes
    /// are reported. If the task is cancelled, the remaining outcomes need not be reported.
    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async
    /// Closes the connections. Nothing can be sent afterwards.
    func shutdown() async
}
