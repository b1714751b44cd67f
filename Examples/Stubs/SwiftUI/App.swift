// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import OpenUserNotifications

@MainActor
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

@MainActor
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() { stub() }
}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { return stub() }
}

@MainActor
@propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: NSObject & UIApplicationDelegate> {
    public init(_ type: Delegate.Type = Delegate.self) {}
    public var wrappedValue: Delegate { stub() }
}
