// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of the part of WidgetKit that the example's widgets use, after Apple's published
// declarations. It is only for type-checking them; see the stub of SwiftUI.

public import OpenUserNotifications

func stub() -> Never { preconditionFailure("a stub of WidgetKit runs nothing") }

@MainActor
public protocol WidgetConfiguration {}

@MainActor
public protocol Widget {
    associatedtype Body: WidgetConfiguration
    var body: Body { get }
    init()
}

/// The result of a bundle's builder.
public struct Widgets: Widget {
    struct Configuration: WidgetConfiguration {}
    public nonisolated init() {}
    public var body: some WidgetConfiguration { Configuration() }
}

@resultBuilder
public struct WidgetBundleBuilder {
    public static func buildBlock<each Part: Widget>(_ part: repeat each Part) -> Widgets {
        Widgets()
    }
}

@MainActor
public protocol WidgetBundle {
    associatedtype Body: Widget
    @WidgetBundleBuilder var body: Body { get }
    init()
}

extension WidgetBundle {
    public static func main() { stub() }
}

public struct ActivityViewContext<Attributes: ActivityAttributes> {
    public var attributes: Attributes { stub() }
    public var state: Attributes.ContentState { stub() }
    public var activityID: String { stub() }
    public var isStale: Bool { stub() }
}

public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    public init(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> some View,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {}
}

public struct DynamicIslandExpandedRegionPosition: Sendable {
    public static let leading = Self()
    public static let trailing = Self()
    public static let center = Self()
    public static let bottom = Self()
}

public struct DynamicIslandExpandedRegion<Content: View> {
    public init(
        _ position: DynamicIslandExpandedRegionPosition, priority: Double = 0,
        @ViewBuilder content: () -> Content
    ) {}
}

public struct DynamicIslandExpandedContent {}

@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
    public static func buildBlock<each Part: View>(
        _ part: repeat DynamicIslandExpandedRegion<each Part>
    ) -> DynamicIslandExpandedContent { DynamicIslandExpandedContent() }
}

public struct DynamicIsland {
    public init(
        @DynamicIslandExpandedContentBuilder expanded: () -> DynamicIslandExpandedContent,
        @ViewBuilder compactLeading: () -> some View,
        @ViewBuilder compactTrailing: () -> some View, @ViewBuilder minimal: () -> some View
    ) {}
}
