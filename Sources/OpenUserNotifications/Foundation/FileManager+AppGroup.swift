// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems this is part of Foundation.
#if !canImport(Darwin)
extension FileManager {
    /// Returns the folder shared by the apps and extensions of an App Group. Apple: since iOS 7.0.
    ///
    /// - Returns: `nil` for an invalid folder name, or when the folder cannot be created. Apple's
    ///   systems also return `nil` when the app lacks the group in its entitlements; this is not
    ///   checked here.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
    {
        PhoneContext.current.services.containerURL(group: groupIdentifier)
    }
}
#endif
