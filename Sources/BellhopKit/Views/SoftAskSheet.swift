// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
public import SwiftUI

/// Explains why the app wants to send notifications, before the system asks. The sheet scrolls when
/// the person's text size makes its content too long.
public struct SoftAskSheet: View {
    private let reason: PermissionReason
    private let texts: SoftAskTexts
    private let model: SoftAskModel

    public init(_ reason: PermissionReason, model: SoftAskModel, texts: SoftAskTexts) {
        self.reason = reason
        self.model = model
        self.texts = texts
    }

    public var body: some View {
        ScrollView {
            VStack(spacing: 16) {
                Image(systemName: "bell.badge")
                    .font(.largeTitle)
                    .accessibilityHidden(true)
                Text(verbatim: reason.title)
                    .font(.title2)
                    .accessibilityAddTraits(.isHeader)
                if !reason.message.isEmpty {
                    Text(verbatim: reason.message)
                        .font(.body)
                }
                Button(texts.agree) { model.agree() }
                    .buttonStyle(.borderedProminent)
                    .accessibilityHint(texts.agreeHint)
                Button(texts.decline) { model.decline() }
            }
            .multilineTextAlignment(.center)
            .padding()
        }
    }
}

extension View {
    /// Shows the app's own explanation when ``NotificationPermission/request(options:because:)``
    /// needs it. Apply this modifier to the first view.
    public func softAsk(
        _ permission: NotificationPermission, texts: SoftAskTexts = .usual
    ) -> some View {
        modifier(SoftAskModifier(model: SoftAskModel(permission), texts: texts))
    }
}

private struct SoftAskModifier: ViewModifier {
    let model: SoftAskModel
    let texts: SoftAskTexts

    func body(content: Content) -> some View {
        @Bindable var model = model
        content.sheet(item: $model.shown) { reason in
            SoftAskSheet(reason, model: model, texts: texts)
        }
    }
}
#endif
