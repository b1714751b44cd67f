// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

@MainActor
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = Composed
    @ViewBuilder func body(content: Content) -> Body
}

public struct Font: Sendable {
    public static let largeTitle = Font()
    public static let title2 = Font()
    public static let body = Font()
}

public enum TextAlignment: Sendable {
    case leading, center, trailing
}

public struct AccessibilityTraits: Sendable {
    public static let isHeader = AccessibilityTraits()
}

public protocol PrimitiveButtonStyle {}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle {
        BorderedProminentButtonStyle()
    }
}

extension View {
    public func modifier(_ modifier: some ViewModifier) -> some View { Composed() }
    public func font(_ font: Font?) -> some View { Composed() }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { Composed() }
    public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { Composed() }
    public func accessibilityHidden(_ hidden: Bool) -> some View { Composed() }
    public func accessibilityHint(_ hint: some StringProtocol) -> some View { Composed() }
    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { Composed() }
    public func navigationDestination<Item: Hashable, Destination: View>(
        item: Binding<Item?>, @ViewBuilder destination: @escaping (Item) -> Destination
    ) -> some View { Composed() }
    public func onChange(
        of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { Composed() }
}
