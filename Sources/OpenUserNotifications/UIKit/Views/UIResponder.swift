// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What takes events. Apple: since iOS 2.0. Here it is only the root of UIKit's classes.
@MainActor
open class UIResponder: NSObject, UIUserActivityRestoring {
    /// A responder.
    @MainActor public override init() { super.init() }

    /// Takes up what a person was doing; does nothing here.
    open func restoreUserActivityState(_ userActivity: NSUserActivity) {}
}
