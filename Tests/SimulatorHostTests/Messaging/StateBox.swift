// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Passes the token and the saved state of a scene to the code after it.
final class StateBox: Sendable {
    private let state = Mutex<(token: String, saved: Data)?>(nil)

    var value: (token: String, saved: Data)? { state.withLock { $0 } }

    func set(_ token: String, _ saved: Data) { state.withLock { $0 = (token, saved) } }
}
