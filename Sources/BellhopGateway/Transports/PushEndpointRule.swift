// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel

/// Which endpoints of browsers the gateway accepts. An endpoint comes from a browser, so anyone
/// could name any address: only servers of the public internet are permitted, with TLS and port
/// 443.
struct PushEndpointRule: Hashable, Sendable {
    /// Whether this machine itself is permitted, on any port and also without TLS, for a simulator.
    var allowsLoopback = false

    /// Why an endpoint is not accepted, as the end of a sentence.
    struct Fault: Error, Hashable, CustomStringConvertible {
        let description: String
    }

    /// Reads an endpoint.
    func check(_ endpoint: String) throws(Fault) -> WebhookURL {
        let url: WebhookURL
        do throws(WebhookURL.Fault) {
            url = try WebhookURL(endpoint, allowsLoopback: allowsLoopback, use: .pushEndpoint)
        } catch { throw Fault(description: error.description) }
        let isLoopback = url.host == "localhost" || url.address?.reach == .loopback
        guard url.port == 443 || allowsLoopback && isLoopback else {
            throw Fault(description: "has the port \(url.port); push services use 443")
        }
        return url
    }

    /// Returns whether something may be sent to an address to which the host resolves.
    func permits(_ address: InternetAddress, for url: WebhookURL) -> Bool {
        url.permits(address, allowsLoopback: allowsLoopback)
    }
}
