// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains these declarations.
#if !canImport(Darwin)
extension URL {
    /// Starts access to a file that belongs to the system, for instance to an attachment. Available
    /// since iOS 8.0.
    ///
    /// - Returns: always `true`, because there is no sandbox here.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Ends access to the file. Available since iOS 8.0.
    public func stopAccessingSecurityScopedResource() {}
}
#endif
