// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import Foundation
public import SwiftUI
import UserNotificationsShim

/// Says what keeps notifications away and leads to Settings; nothing while all is well. On Apple
/// Watch, where apps open no settings, only the sentence.
public struct NotificationSettingsButton: View {
    @Environment(\.openURL) private var openURL
    private let permission: NotificationPermission
    private let title: String

    /// - Parameter title: the button's; "Open Settings" unless told otherwise, which the app's
    ///   string catalogue may translate.
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
