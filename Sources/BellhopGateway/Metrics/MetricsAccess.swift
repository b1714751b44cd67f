// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTPTypes

/// Decides whether a request for the metrics comes from this machine.
///
/// The metrics contain the names of apps and how much they send, so they are not public. If the
/// server listens on loopback alone, a program on this machine may read them without a key, so that
/// a Prometheus on the same machine needs no secret. But a proxy on this machine also forwards
/// requests from other machines, so a request with a proxy's headers needs a key.
enum MetricsAccess {
    /// The headers that proxies add to the requests that they forward.
    private static let proxyHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"]

    static func isLocal(authority: String?, headers: HTTPFields) -> Bool {
        guard let authority, let name = HTTPAuthority(authority)?.name,
            HTTPAuthority.loopbackNames.contains(name)
        else { return false }
        return !headers.contains { proxyHeaders.contains($0.name.canonicalName) }
    }
}
