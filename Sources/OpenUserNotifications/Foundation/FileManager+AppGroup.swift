// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
extension FileManager {
    /// The folder that the apps and extensions of a group share. Apple: since iOS 7.0.
    ///
    /// - Returns: nil when the app lacks the group in its entitlements.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
    {
        PhoneContext.current.services.containerURL(group: groupIdentifier)
    }
}
#endif
