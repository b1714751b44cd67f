// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Decides whether a server that is meant only for this machine may serve a request.
///
/// A web page of another site can make a browser send requests to loopback, even under the site's
/// own host name if that resolves to loopback (DNS rebinding). So `Host` must be a loopback name,
/// and so must `Origin` if there is one.
enum LoopbackGuard {
    static func allows(host: String?, origin: String?) -> Bool {
        guard let host, isLoopback(host) else { return false }
        guard let origin else { return true }
        guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else {
            return false
        }
        return isLoopback(String(origin.dropFirst(scheme.count)))
    }

    private static func isLoopback(_ authority: String) -> Bool {
        HTTPAuthority(authority)?.isLoopback == true
    }
}
