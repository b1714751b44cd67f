// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains these declarations.
#if !canImport(Darwin)
extension ProcessInfo {
    /// Whether an iOS app is running on a Mac; always `false`. Available since iOS 14.0.
    public var isiOSAppOnMac: Bool { false }
    /// Whether the app is a Mac Catalyst app; always `false`. Available since iOS 13.0.
    public var isMacCatalystApp: Bool { false }
}

/// Runs a function. Outside of Apple's systems, there are no autorelease pools to drain.
public func autoreleasepool<Result, Failure: Error>(
    invoking body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try body()
}
#endif
