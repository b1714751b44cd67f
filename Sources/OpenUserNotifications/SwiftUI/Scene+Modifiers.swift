// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

extension Scene {
    /// Does something when a value has changed, for instance the phase. Deprecated in iOS 17.0.
    public func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (_ newValue: Value) -> Void
    ) -> some Scene {
        watching(value, initial: false) { _, new in action(new) }
    }

    /// Does something when a value has changed, for instance the phase. Since iOS 17.0.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false,
        _ action: @escaping (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some Scene {
        watching(value, initial: initial, action)
    }

    /// Does something when a value has changed, for instance the phase. Since iOS 17.0.
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

    /// Runs when the system gives the app time in the background. Since iOS 16.0.
    ///
    /// The phone runs it as it runs what ``BGTaskScheduler`` registered: when a request with the
    /// identifier is due.
    public func backgroundTask<Input, Response>(
        _ task: BackgroundTask<Input, Response>,
        action: @escaping @Sendable (Input) async -> Response
    ) -> some Scene {
        ModifiedScene(self) { effects in
            guard let identifier = task.identifier, let input = task.input else { return }
            effects.backgroundTasks.append((identifier, { _ = await action(input()) }))
        }
    }

    /// Adds menus; a phone shows none.
    public func commands<Content: Commands>(
        @CommandsBuilder content: () -> Content
    ) -> some Scene {
        ModifiedScene(self)
    }

    /// Gives views an object; the views are not made.
    public func environmentObject(_ object: some ObservableObject) -> some Scene {
        ModifiedScene(self)
    }

    /// Gives views a value; the views are not made.
    public func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some Scene {
        ModifiedScene(self)
    }

    /// Gives views an object; the views are not made.
    public func environment<Model: AnyObject & Observable>(_ object: Model?) -> some Scene {
        ModifiedScene(self)
    }

    /// Says which windows links open; a phone has one.
    public func handlesExternalEvents(matching conditions: Set<String>) -> some Scene {
        ModifiedScene(self)
    }

    /// The size of a new window; a phone has one size.
    public func defaultSize(width: CGFloat, height: CGFloat) -> some Scene {
        ModifiedScene(self)
    }
}

/// What the system gives an app time for. Apple: since iOS 16.0.
public struct BackgroundTask<Request, Response>: Sendable {
    let identifier: String?
    let input: (@Sendable () -> Request)?
}

extension BackgroundTask {
    /// A refresh of the app, asked for with a ``BGAppRefreshTaskRequest``.
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void>
    where Request == Void, Response == Void {
        BackgroundTask<Void, Void>(identifier: identifier, input: {})
    }

    /// Transfers in the background have ended; never called here.
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void>
    where Request == Void, Response == Void {
        BackgroundTask<Void, Void>(identifier: nil, input: nil)
    }
}

/// Menus. Apple: since iOS 14.0. A phone shows none.
@preconcurrency @MainActor
public protocol Commands {}

/// Reads menus. Apple: since iOS 14.0.
@MainActor
@resultBuilder
public enum CommandsBuilder {
    /// Several menus.
    public static func buildBlock<each Content: Commands>(
        _ content: repeat each Content
    ) -> EmptyCommands {
        EmptyCommands()
    }

    /// Menus that may be left out.
    public static func buildOptional(_ content: EmptyCommands?) -> EmptyCommands {
        EmptyCommands()
    }
}

/// No menus. Apple: since iOS 14.0.
public struct EmptyCommands: Commands {
    /// No menus.
    public init() {}
}

/// Where lines of a menu go. Apple: since iOS 14.0.
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

/// Lines of a menu. Apple: since iOS 14.0.
public struct CommandGroup<Content: View>: Commands {
    /// Lines after others.
    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Lines before others.
    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
    /// Lines in place of others.
    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {}
}

/// A menu. Apple: since iOS 14.0.
public struct CommandMenu<Content: View>: Commands {
    /// A menu with a name.
    public init(_ name: some StringProtocol, @ViewBuilder content: () -> Content) {}
}
