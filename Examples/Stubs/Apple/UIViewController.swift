// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if OS_iOS || OS_visionOS
public import OpenUserNotifications

/// In UIKit the method is the view controller's own. It stands in the kit's module, where its name
/// comes before the imported one's.
@MainActor
open class UIViewController: OpenUserNotifications.UIViewController {
    open func viewDidLayoutSubviews() {}
}
#endif
