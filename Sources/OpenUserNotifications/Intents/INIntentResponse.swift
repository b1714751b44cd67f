// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An app's response to an intent. Available since iOS 10.0.
open class INIntentResponse: NSObject {
    /// Creates a response.
    public override init() { super.init() }
}
