// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import OpenUserNotifications

public struct AccessibilityTraits: Sendable {
    public static let isHeader = AccessibilityTraits()
}

extension View {
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { EmptyView() }
    public func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
    public func accessibilityLabel(_ label: some StringProtocol) -> some View { EmptyView() }
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { EmptyView() }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { EmptyView() }
    public func navigationDestination<Item: Hashable, Destination: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Destination
    ) -> some View { EmptyView() }
}
