// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// Sends notifications with FCM and Web Push; the interface between the gateway and the clients of
/// these services.
protocol ForeignSending: Sendable {
    /// Sends a notification, and returns the outcome. Never throws: a failure is also an outcome.
    func send(
        _ content: ForeignContent, to address: ForeignAddress, with credential: ProviderCredential
    ) async -> ForeignOutcome
    /// Closes the connections. Nothing can be sent afterwards.
    func shutdown() async
}
