// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An `https` URL from which a file may be fetched. A redirection must lead to an `https` URL, too.
struct MediaAddress: Hashable, Sendable {
    /// The maximum number of redirections; longer chains are treated as loops.
    static let redirectCountMax = 5

    let url: URL

    /// - Parameter allowsLoopback: whether `http` to this machine is accepted as well, which is
    ///   intended for tests.
    init(_ url: URL, allowsLoopback: Bool) throws(MediaError) {
        guard Self.isFetched(url, allowsLoopback) else {
            throw .address(scheme: url.scheme?.lowercased())
        }
        self.url = url
    }

    private init(checked url: URL) { self.url = url }

    /// Returns the target of a redirection.
    ///
    /// - Parameter location: the response's `Location`; it may be relative (RFC 9110, 10.2.2).
    func redirected(
        to location: String?, allowsLoopback: Bool
    ) throws(MediaError) -> MediaAddress {
        let target = location.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
        // A redirection never leads from https to http, not even on this machine.
        let isAllowed =
            url.scheme?.lowercased() != "https" || target?.scheme?.lowercased() == "https"
        guard let target, isAllowed, Self.isFetched(target, allowsLoopback) else {
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
