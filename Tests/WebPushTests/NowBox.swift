// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A date that a test moves.
final class NowBox: Sendable {
    private let date: Mutex<Date>

    init(_ date: Date) { self.date = Mutex(date) }

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: Double) {
        date.withLock { $0 = $0.addingTimeInterval(seconds) }
    }
}
