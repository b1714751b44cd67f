// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit

// A call to a server on this machine takes real time, which is long on a busy machine. Tests that
// are not about a time limit use a limit that only a call that never ends can reach.

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
