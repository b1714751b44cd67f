// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Decides whether a server that is intended only for clients on this machine may serve a request.
///
/// A web page of another site can make a browser send requests to the loopback address, even with
/// the site's own host name if that name resolves to the loopback address (DNS rebinding).
/// Therefore, `Host` must be a loopback name. If there is an `Origin`, it must contain a loopback
/// name, too.
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
