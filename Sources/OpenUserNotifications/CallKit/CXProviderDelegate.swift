// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Who is told of calls. Apple: since iOS 10.0. Only the reset; the virtual phone shows no calls.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are over.
    func providerDidReset(_ provider: CXProvider)
}
