// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
extension URL {
    /// Opens a file that belongs to the system, for instance an attachment. Apple: since iOS 8.0.
    ///
    /// - Returns: always true: there is no sandbox here.
    public func startAccessingSecurityScopedResource() -> Bool { true }

    /// Gives the file back. Apple: since iOS 8.0.
    public func stopAccessingSecurityScopedResource() {}
}
#endif
