// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
public import APNSWire

/// Sends one notification to APNs; the seam between the gateway and the client library.
public protocol PushSending: Sendable {
    /// Sends a request with an app's credential and tells what became of it.
    ///
    /// - Throws: when the request cannot be made with this credential; nothing was sent then.
    func send(
        _ request: PushRequest, app: AppCredential, environment: APNSEnvironment
    ) async throws -> PushOutcome
    /// Finishes what is under way and closes the connections. Nothing is sent after it.
    func shutdown() async
}
