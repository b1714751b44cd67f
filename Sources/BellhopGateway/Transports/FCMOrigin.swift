// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The origin to which messages for FCM and requests for access tokens are sent. A simulator may
/// know its port only after the gateway was opened.
final class FCMOrigin: Sendable {
    private let origin: Mutex<String?>

    /// - Parameter origin: such as `http://127.0.0.1:2199`; `nil` for Google's.
    init(_ origin: String? = nil) { self.origin = Mutex(origin) }

    var text: String? { origin.withLock { $0 } }

    /// The address for access tokens; `nil` for Google's.
    var tokenAddress: String? { text.map { $0 + "/token" } }

    func set(_ origin: String) { self.origin.withLock { $0 = origin } }
}
