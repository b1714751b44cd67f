// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(WidgetKit)
import SwiftUI
import WidgetKit

/// The widget extension: the app's Live Activities.
@main
struct CornerWidgets: WidgetBundle {
    var body: some Widget {
        OrderActivity()
        GameActivity()
    }
}
#endif
