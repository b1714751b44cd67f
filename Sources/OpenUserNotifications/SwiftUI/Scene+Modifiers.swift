// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

extension Scene {
    /// Adds an action that runs when a value changes, for instance the scene phase. Deprecated in
    /// iOS 17.0.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ newValue: Value) -> Void
    ) -> some Scene {
        watching(value, initial: false) { _, new in action(new) }
    }

    /// Adds an action that runs when a value changes, for instance the scene phase. Available since
    /// iOS 17.0.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false,
        _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some Scene {
        watching(value, initial: initial, action)
    }

    /// Adds an action that runs when a value changes, for instance the scene phase. Available since
    /// iOS 17.0.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some Scene {
        watching(value, initial: initial) { _, _ in action() }
    }

    private func watching<Value: Equatable>(
        _ value: Value, initial: Bool, _ action: @escaping (Value, Value) -> Void
    ) -> some Scene {
        ModifiedScene(self) { effects in
            effects.changes.append(
                SceneEffects.Change(
                    value: value, action: { old in action((old as? Value) ?? value, value) },
                    isInitial: initial))
        }
    }

    /// Adds an action that runs when the system gives the app background time. Available since iOS
    /// 16.0.
    ///
    /// The phone runs the action like a handler registered with ``BGTaskScheduler``: when a request
    /// with the task's identifier is due.
    public func backgroundTask<Input, Response>(
        _ task: BackgroundTask<Input, Response>,
        action: @escaping @Sendable (Input) async -> Response
    ) -> some Scene {
        ModifiedScene(self) { effects in
            guard let identifier = task.identifier, let input = task.input else { return }
            effects.backgroundTasks.append((identifier, { _ = await action(input()) }))
        }
    }

    /// Adds menus. Has no effect, because a phone does not show menus.
    public func commands<Content: Commands>(
        @CommandsBuilder content: () -> Content
    ) -> some Scene {
        ModifiedScene(self)
    }

    /// Provides an object to the scene's views. Has no effect, because views are never created.
    public func environmentObject(_ object: some ObservableObject) -> some Scene {
        ModifiedScene(self)
    }

    /// Provides a value to the scene's views. Has no effect, because views are never created.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some Scene {
        ModifiedScene(self)
    }

    /// Provides an object to the scene's views. Has no effect, because views are never created.
    public func environment<Model: AnyObject & Observable>(_ object: Model?) -> some Scene {
        ModifiedScene(self)
    }

    /// Selects the windows that open links. Has no effect, because a phone has only one window.
    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
        ModifiedScene(self)
    }

    /// Sets the size of a new window. Has no effect: a phone's window has a fixed size.
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene {
        ModifiedScene(self)
    }
}

/// A kind of task for which the system gives an app background time. Available since iOS 16.0.
public struct BackgroundTask<Request, Response>: Sendable {
    let identifier: String?
    let input: (@Sendable () -> Request)?
}

extension BackgroundTask {
    /// Returns the task for an app refresh that the app requested with a
    /// ``BGAppRefreshTaskRequest``.
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
    where Request == Void, Response == Void {
        BackgroundTask<Void, Void>(identifier: identifier, input: {})
    }

    /// Returns the task that runs when the background transfers of a `URLSession` have ended. The
    /// task's action never runs here.
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void>
    where Request == Void, Response == Void {
        BackgroundTask<Void, Void>(identifier: nil, input: nil)
    }
}

/// Menus. Available since iOS 14.0. A phone does not show menus.
@preconcurrency @MainActor
public protocol Commands {}

/// Builds menus. Available since iOS 14.0.
@MainActor
@resultBuilder
public enum CommandsBuilder {
    /// Builds several menus.
    public static func buildBlock<each Content: Commands>(
        _ content: repeat each Content
    ) -> EmptyCommands {
        EmptyCommands()
    }

    /// Builds optional menus.
    public static func buildOptional(_ content: EmptyCommands?) -> EmptyCommands {
        EmptyCommands()
    }
}

/// No menus. Available since iOS 14.0.
public struct EmptyCommands: Commands {
    /// Creates an empty set of menus.
    public init() {}
}

/// A position in a menu. Available since iOS 14.0.
public struct CommandGroupPlacement: Sendable {
    public static let appInfo = Self()
    public static let appSettings = Self()
    public static let newItem = Self()
    public static let saveItem = Self()
    public static let undoRedo = Self()
    public static let pasteboard = Self()
    public static let sidebar = Self()
    public static let toolbar = Self()
    public static let textEditing = Self()
    public static let textFormatting = Self()
    public static let windowArrangement = Self()
    public static let windowList = Self()
    public static let windowSize = Self()
    public static let help = Self()
}

/// A group of menu items. Available since iOS 14.0.
public struct CommandGroup<Content: View>: Commands {
    /// Adds items after a group.
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Adds items before a group.
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Replaces a group's items.
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

/// A menu. Available since iOS 14.0.
public struct CommandMenu<Content: View>: Commands {
    /// Creates a menu with a name.
    public init(_ name: some StringProtocol, @ViewBuilder content: () -> Content) {}
}
