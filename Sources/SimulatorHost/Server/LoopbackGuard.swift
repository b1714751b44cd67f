// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Whether a request may be served by a server meant for this machine only.
///
/// A web page of another site can make a browser send requests to loopback, also under a name of
/// its own that leads here (DNS rebinding). So the `Host` has to be a loopback name, and an
/// `Origin`, if there is one, too.
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
