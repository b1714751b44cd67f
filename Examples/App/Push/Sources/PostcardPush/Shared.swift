// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
import Foundation

/// What app and extensions agree on.
public enum Shared {
    public static let appGroup = "group.dev.bellhop.postcard"

    /// Servers can seal messages that only this phone opens.
    static let encryption = EncryptionPlan()

    /// Your gateway and its client key for this app; `bellhop serve` has both. Until then the app
    /// talks to itself.
    static func makeBackend() -> any DeviceBackend { InMemoryBackend() }

    /// What the service extension does with each push.
    public static var service: ServiceConfiguration {
        ServiceConfiguration(
            appGroup: appGroup, decrypt: DecryptStep(encryption), badge: BadgeStep())
    }
}
