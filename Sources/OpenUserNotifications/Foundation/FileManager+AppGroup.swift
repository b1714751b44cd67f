// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains this declaration.
#if !canImport(Darwin)
extension FileManager {
    /// Returns the folder shared by the apps and extensions of an App Group. Available since iOS
    /// 7.0.
    ///
    /// - Returns: `nil` for an invalid folder name, or when the folder cannot be created. On
    ///   Apple's systems, the method also returns `nil` when the app's entitlements do not contain
    ///   the group; here, the entitlements are not checked.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
    {
        PhoneContext.current.services.containerURL(group: groupIdentifier)
    }
}
#endif
