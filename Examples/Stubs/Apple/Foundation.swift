// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The part of Foundation that exists only on Apple's systems and that the kit uses there, after
// Apple's published declarations. `scripts/check-kit.sh` compiles this into the kit; nothing here
// runs.
import Foundation

extension ProcessInfo {
    var isLowPowerModeEnabled: Bool { false }
}
