// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Apple's own servers, which must not be used for load tests.
package enum ApplesServers {
    private static let names = ["apple.com", "apple.com.akadns.net", "push-apple.com.akadns.net"]
    /// The prefixes of addresses that belong to Apple. Source: "Use Apple products on enterprise
    /// networks".
    private static let addresses = ["17.", "2620:149:", "2403:300:", "2a01:b740:"]

    package static func includes(_ host: String) -> Bool {
        var host = host.lowercased()
        while host.hasSuffix(".") { host.removeLast() }
        if names.contains(where: { host == $0 || host.hasSuffix("." + $0) }) { return true }
        let plain = host.hasPrefix("::ffff:") ? String(host.dropFirst(7)) : host
        let isAddress = plain.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        return isAddress && addresses.contains { plain.hasPrefix($0) }
    }

    /// - Throws: ``WorkFailure`` of kind `usage` if the host belongs to Apple.
    package static func refuse(_ host: String) throws(WorkFailure) {
        guard includes(host) else { return }
        throw WorkFailure(
            .usage,
            "\(host) is one of Apple's servers, and Apple may block senders of many requests; "
                + "leave --host out to send to the running simulator")
    }
}
