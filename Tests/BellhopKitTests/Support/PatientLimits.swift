// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit

// A call to a server on this machine takes real time, and as much of it as a busy machine needs.
// Tests that are not about a time limit use one that only a call that never ends can reach.

extension Duration {
    static let patient: Duration = .seconds(3600)
}

extension HTTPBackend.Limits {
    static var patient: HTTPBackend.Limits {
        var limits = HTTPBackend.Limits()
        limits.timeout = .patient
        return limits
    }
}

extension WebMediaDownloader {
    /// Downloads from a server on this machine.
    static let local = WebMediaDownloader(timeMax: .patient, allowsLoopback: true)
}
