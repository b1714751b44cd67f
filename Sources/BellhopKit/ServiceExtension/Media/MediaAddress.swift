// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which addresses are fetched: `https` ones, and what those redirect to if it is `https` too.
struct MediaAddress: Hashable, Sendable {
    /// Longer chains are loops.
    static let redirectCountMax = 5

    let url: URL

    /// - Parameter allowsLoopback: takes `http` to this machine as well; for tests.
    init(_ url: URL, allowsLoopback: Bool) throws(MediaError) {
        guard Self.isFetched(url, allowsLoopback) else {
            throw .address(scheme: url.scheme?.lowercased())
        }
        self.url = url
    }

    private init(checked url: URL) { self.url = url }

    /// Where the server sends on to.
    ///
    /// - Parameter location: the answer's `Location`; it may be relative (RFC 9110, 10.2.2).
    func redirected(
        to location: String?, allowsLoopback: Bool
    ) throws(MediaError) -> MediaAddress {
        let target = location.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
        // From https nothing leads back to http, not even on this machine.
        let isKept = url.scheme?.lowercased() != "https" || target?.scheme?.lowercased() == "https"
        guard let target, isKept, Self.isFetched(target, allowsLoopback) else {
            throw .redirect(scheme: target?.scheme?.lowercased())
        }
        return MediaAddress(checked: target)
    }

    private static func isFetched(_ url: URL, _ allowsLoopback: Bool) -> Bool {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return false }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return allowsLoopback && ["127.0.0.1", "localhost", "::1"].contains(host)
        default: return false
        }
    }
}
