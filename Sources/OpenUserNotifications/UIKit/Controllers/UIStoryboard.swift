// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A storyboard file. Available since iOS 5.0. Storyboards are not read here: every view controller
/// is a plain ``UIViewController``.
@preconcurrency @MainActor
public class UIStoryboard: NSObject {
    /// Creates a storyboard with a name.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) { super.init() }

    /// Returns the initial view controller; always `nil`, because the file is not read.
    public func instantiateInitialViewController() -> UIViewController? { nil }

    /// Returns the view controller with the given identifier; here, a plain view controller.
    public func instantiateViewController(
        withIdentifier identifier: String
    ) -> UIViewController {
        UIViewController()
    }
}
