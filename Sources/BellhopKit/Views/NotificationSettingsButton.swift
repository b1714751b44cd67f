// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import Foundation
public import SwiftUI
import UserNotificationsShim

/// Describes the setting that keeps the person from noticing notifications, with a button that
/// opens Settings. The view is empty when there is no such setting. On Apple Watch, where apps
/// cannot open settings, only the sentence is shown.
public struct NotificationSettingsButton: View {
    @Environment(\.openURL) private var openURL
    private let permission: NotificationPermission
    private let title: String

    /// - Parameter title: the title of the button; "Open Settings" by default, which the app's
    ///   string catalog may translate.
    public init(_ permission: NotificationPermission, title: String? = nil) {
        self.permission = permission
        self.title = title ?? String(localized: "Open Settings")
    }

    public var body: some View {
        if let advice = permission.advice {
            VStack(alignment: .leading, spacing: 8) {
                Text(verbatim: advice.text)
                    .font(.body)
                if let url = permission.settingsLink?.url {
                    Button(title) { openURL(url) }
                        .accessibilityHint(advice.text)
                }
            }
        }
    }
}
#endif
