// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What Foundation has only on Apple's systems and the kit uses there, after Apple's published
// declarations. `scripts/check-kit.sh` compiles this into the kit; nothing here runs.
import Foundation

extension ProcessInfo {
    var isLowPowerModeEnabled: Bool { false }
}
