// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

// The modifiers that are used where apps declare their scenes. Views are never created, so no
// modifier has an effect.
extension View {
    /// Provides an object to the views inside.
    public nonisolated func environmentObject(_ object: some ObservableObject) -> some View {
        EmptyView()
    }

    /// Provides a value to the views inside.
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        EmptyView()
    }

    /// Provides an object to the views inside.
    public nonisolated func environment<Model: AnyObject & Observable>(_ object: Model?)
        -> some View
    {
        EmptyView()
    }

    /// Adds an action that runs when the view appears.
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when the view disappears.
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when the person follows a link to the app.
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when the person continues an activity from another app or device.
    public nonisolated func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds a task that runs while the view is visible.
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds a task that runs while the view is visible and restarts when a value changes.
    public nonisolated func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when a value changes.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (Value) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when a value changes.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when a value changes.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds an action that runs for every value of a publisher.
    public nonisolated func onReceive<Source: Publisher>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Adds an action that runs when the person taps the view.
    public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping () -> Void)
        -> some View
    {
        EmptyView()
    }

    /// Presents a sheet over this view.
    public nonisolated func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Presents a sheet over this view.
    public nonisolated func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View {
        EmptyView()
    }

    /// Presents a view over the whole screen.
    public nonisolated func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Presents an alert.
    public nonisolated func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Presents an alert with a message.
    public nonisolated func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Sets the screen's title.
    public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View {
        EmptyView()
    }

    /// Sets the screen that navigation shows for values of a type.
    public nonisolated func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> some View {
        EmptyView()
    }

    /// Adds buttons to bars.
    public nonisolated func toolbar(@ViewBuilder content: () -> some View) -> some View {
        EmptyView()
    }

    /// Adds padding around the view.
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View
    {
        EmptyView()
    }

    /// Adds padding around the view.
    public nonisolated func padding(_ length: CGFloat) -> some View {
        EmptyView()
    }

    /// Sets the view's size.
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        EmptyView()
    }

    /// Limits the view's size.
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        EmptyView()
    }

    /// Sets the font.
    public nonisolated func font(_ font: Font?) -> some View {
        EmptyView()
    }

    /// Sets the font's weight.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View {
        EmptyView()
    }

    /// Makes the text bold.
    public nonisolated func bold() -> some View {
        EmptyView()
    }

    /// Sets the foreground color.
    public nonisolated func foregroundColor(_ color: Color?) -> some View {
        EmptyView()
    }

    /// Sets the foreground style.
    public nonisolated func foregroundStyle(_ style: Color) -> some View {
        EmptyView()
    }

    /// Adds a view behind this view.
    public nonisolated func background(_ background: some View) -> some View {
        EmptyView()
    }

    /// Adds a color behind the view.
    public nonisolated func background(_ style: Color) -> some View {
        EmptyView()
    }

    /// Adds a view in front of this view.
    public nonisolated func overlay(_ overlay: some View) -> some View {
        EmptyView()
    }

    /// Adds views in front of this view.
    public nonisolated func overlay(
        alignment: Alignment = .center, @ViewBuilder content: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Sets the tint color of controls.
    public nonisolated func tint(_ tint: Color?) -> some View {
        EmptyView()
    }

    /// Sets the accent color of controls.
    public nonisolated func accentColor(_ accentColor: Color?) -> some View {
        EmptyView()
    }

    /// Sets the preferred color scheme.
    public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        EmptyView()
    }

    /// Sets the view's opacity.
    public nonisolated func opacity(_ opacity: Double) -> some View {
        EmptyView()
    }

    /// Rounds the view's corners.
    public nonisolated func cornerRadius(_ radius: CGFloat) -> some View {
        EmptyView()
    }

    /// Sets the alignment of lines of text.
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        EmptyView()
    }

    /// Sets the maximum number of lines.
    public nonisolated func lineLimit(_ number: Int?) -> some View {
        EmptyView()
    }

    /// Extends the view beyond the safe area.
    public nonisolated func ignoresSafeArea(_ edges: Edge.Set = .all) -> some View {
        EmptyView()
    }

    /// Extends the view beyond the safe area.
    public nonisolated func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View {
        EmptyView()
    }

    /// Disables the view.
    public nonisolated func disabled(_ disabled: Bool) -> some View {
        EmptyView()
    }

    /// Hides the view.
    public nonisolated func hidden() -> some View {
        EmptyView()
    }

    /// Sets the view's identity.
    public nonisolated func id(_ id: some Hashable) -> some View {
        EmptyView()
    }

    /// Sets the view's tag for a selection.
    public nonisolated func tag(_ tag: some Hashable) -> some View {
        EmptyView()
    }

    /// Sets the view's tab item.
    public nonisolated func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
        EmptyView()
    }

    /// Sets the number on the view's tab.
    public nonisolated func badge(_ count: Int) -> some View {
        EmptyView()
    }

    /// Applies a modifier to the view.
    public nonisolated func modifier<T: ViewModifier>(_ modifier: T) -> some View {
        EmptyView()
    }

    /// Sets the default store of ``AppStorage``.
    public nonisolated func defaultAppStorage(_ store: UserDefaults) -> some View {
        EmptyView()
    }

    /// Sets the identifier by which tests find the view.
    public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
        EmptyView()
    }

    /// Clips the view to a shape.
    public nonisolated func clipShape(_ shape: some Shape) -> some View {
        EmptyView()
    }

    /// Limits the text size.
    public nonisolated func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>)
        -> some View
    {
        EmptyView()
    }

    /// Sets the scale of symbols.
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View {
        EmptyView()
    }

    /// Sets the keyboard shortcut of a button.
    public nonisolated func keyboardShortcut(
        _ key: Character, modifiers: EventModifiers = .command
    ) -> some View {
        EmptyView()
    }

    /// Sets the style of navigation views.
    public nonisolated func navigationViewStyle(_ style: NavigationViewStyle) -> some View {
        EmptyView()
    }

    /// Selects the links that the view's window opens.
    public nonisolated func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>)
        -> some View
    {
        EmptyView()
    }
}
