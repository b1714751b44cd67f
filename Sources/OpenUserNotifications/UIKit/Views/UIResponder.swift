// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What takes events. Apple: since iOS 2.0. Here it is only the root of UIKit's classes.
@MainActor
open class UIResponder: NSObject {
    /// A responder.
    public nonisolated override init() { super.init() }
}
