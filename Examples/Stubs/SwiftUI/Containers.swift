// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public struct HorizontalAlignment: Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

public struct VStack<Content: View>: StubView {
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct HStack<Content: View>: StubView {
    public init(spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

public struct ScrollView<Content: View>: StubView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct List<Content: View>: StubView {
    public init(@ViewBuilder content: () -> Content) {}
}

public struct Section<Content: View>: StubView {
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: StubView {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {}
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { Composed() }
}

public struct NavigationStack<Content: View>: StubView {
    public init(@ViewBuilder root: () -> Content) {}
    public init<Element: Hashable>(path: Binding<[Element]>, @ViewBuilder root: () -> Content) {}
}

public struct NavigationLink<Label: View>: StubView {
    public init<Value: Hashable>(value: Value?, @ViewBuilder label: () -> Label) {}
    public init(_ title: some StringProtocol, value: (some Hashable)?) where Label == Text {}
}
