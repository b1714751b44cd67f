// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSProvider
public import APNSWire

/// A type that sends single notifications to APNs; the interface between the gateway and the client
/// library.
public protocol PushSending: Sendable {
    /// Sends a request with an app's credential, on the connections of a lane, and returns the
    /// outcome.
    ///
    /// - Throws: an error if the request cannot be made with this credential; in this case, nothing
    ///   was sent.
    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome
    /// Finishes the requests in flight and closes the connections. Nothing can be sent afterwards.
    func shutdown() async
}
