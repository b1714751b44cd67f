// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
extension ProcessInfo {
    /// Whether an app for iOS runs on a Mac: never. Apple: since iOS 14.0.
    public var isiOSAppOnMac: Bool { false }
    /// Whether an app runs as a Mac Catalyst app: never. Apple: since iOS 13.0.
    public var isMacCatalystApp: Bool { false }
}

/// Runs a function. There are no pools to empty outside of Apple's systems.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
#endif
