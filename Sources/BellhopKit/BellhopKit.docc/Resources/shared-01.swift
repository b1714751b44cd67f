public import BellhopKit
import Foundation

/// The settings that app and extensions share.
public enum Shared {
    public static let appGroup = "group.dev.bellhop.postcard"

    /// Lets servers seal messages that only this phone can open.
    static let encryption = EncryptionPlan()

    /// Your gateway and its client key for this app; `bellhop serve` has both. Until you set them,
    /// the app uses a server in memory.
    static func makeBackend() -> any DeviceBackend { InMemoryBackend() }

    /// The steps of the service extension for each push.
    public static var service: ServiceConfiguration {
        ServiceConfiguration(
            appGroup: appGroup, decrypt: DecryptStep(encryption), badge: BadgeStep())
    }
}
