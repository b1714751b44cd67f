// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The seam between the client's public face and what carries requests: a request goes in as a
/// value and its outcome comes out as one.
///
/// An implementation owns connections, authentication, repeats and deadlines. It never puts an
/// answer to the wrong request, and gives every request an outcome within its deadline.
package protocol PushTransport: Sendable {
    /// Carries one request to its outcome; cancellation is an outcome too.
    func send(_ request: PushRequest) async throws(APNSClientError) -> PushOutcome
    /// Takes no more requests, waits for those under way, closes. May be called repeatedly.
    func shutdown() async
    /// Drops everything at once, without waiting.
    func abandon()
}
