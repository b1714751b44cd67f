// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file of controllers. Apple: since iOS 5.0. Storyboards are not read: every controller in one
/// is a plain ``UIViewController``.
@preconcurrency @MainActor
public class UIStoryboard: NSObject {
    /// The storyboard of a name.
    public init(name: String, bundle storyboardBundleOrNil: Bundle?) { super.init() }

    /// The first controller: none, since the file is not read.
    public func instantiateInitialViewController() -> UIViewController? { nil }

    /// A controller of a name: a plain one.
    public func instantiateViewController(
        withIdentifier identifier: String
    ) -> UIViewController {
        UIViewController()
    }
}
