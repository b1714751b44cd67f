// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit
public import BellhopSeal
import Foundation

/// The settings that the app and its extensions share.
public enum Shared {
    public static let appGroup = "group.dev.bellhop.demo"

    /// Lets servers seal messages for this phone.
    public static let encryption = EncryptionPlan()

    /// Opens the sealed example payload on every phone. A real key is never in the source.
    public static func exampleKey() throws -> SealSharedKey {
        try SealSharedKey(id: "demo", secret: Data("an example key of 32 bytes, only".utf8))
    }

    /// The steps of the service extension for each push.
    public static func service(
        _ downloader: any MediaDownloader = WebMediaDownloader()
    ) -> ServiceConfiguration {
        ServiceConfiguration(
            appGroup: appGroup, decrypt: DecryptStep(encryption), downloader: downloader)
    }
}
