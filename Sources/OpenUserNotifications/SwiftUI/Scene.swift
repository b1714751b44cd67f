// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A part of an app's interface. Available since iOS 14.0.
@preconcurrency @MainActor
public protocol Scene {
    /// The type of the scene's contents.
    associatedtype Body: Scene

    /// The scene's contents.
    @SceneBuilder @preconcurrency @MainActor var body: Body { get }

    /// The effects of the scene's modifiers. Only this module's own scenes implement this property.
    @preconcurrency @MainActor var _effects: SceneEffects { get }
}

extension Scene {
    public var _effects: SceneEffects { body._effects }
}

extension Scene where Body == Never {
    /// A scene without contents has no body; reading this property is a programming error.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: Scene {
    public typealias Body = Never
}

/// The effects of scene modifiers, in the order in which they are written.
@MainActor
public struct SceneEffects {
    /// An observed value and the action that runs when the value changes.
    struct Change {
        let value: any Equatable
        /// The action, which receives the previous value.
        let action: @MainActor (any Equatable) -> Void
        let isInitial: Bool
    }

    var changes: [Change] = []
    var backgroundTasks: [(identifier: String, action: @Sendable () async -> Void)] = []

    nonisolated init() {}

    func joined(_ other: SceneEffects) -> SceneEffects {
        var all = self
        all.changes += other.changes
        all.backgroundTasks += other.backgroundTasks
        return all
    }
}

/// A group of windows of one kind. Available since iOS 14.0. The views in the windows are never
/// created.
public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never

    /// Creates a window group with views.
    public init(@ViewBuilder content: @escaping () -> Content) {}

    /// Creates a window group with an identifier.
    public init(id: String, @ViewBuilder content: @escaping () -> Content) {}

    /// Creates a window group with a title.
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {}

    /// Creates a window group with a title and an identifier.
    public init(
        _ title: some StringProtocol, id: String, @ViewBuilder content: @escaping () -> Content
    ) {}

    /// Creates a window group whose windows show values of a type.
    public init<Value: Decodable & Encodable & Hashable>(
        id: String = "", for type: Value.Type,
        @ViewBuilder content: @escaping (Binding<Value?>) -> Content
    ) {}

    public var _effects: SceneEffects { SceneEffects() }
}

/// The settings window of an app on a Mac. Available since macOS 11.0.
public struct Settings<Content: View>: Scene {
    public typealias Body = Never

    /// Creates a settings window with views.
    public init(@ViewBuilder content: () -> Content) {}

    public var _effects: SceneEffects { SceneEffects() }
}

/// A combination of several scenes.
public struct TupleScene: Scene {
    public typealias Body = Never

    public let _effects: SceneEffects

    init(_ scenes: [any Scene]) {
        _effects = scenes.reduce(SceneEffects()) { $0.joined($1._effects) }
    }
}

/// A scene with a modifier.
public struct ModifiedScene: Scene {
    public typealias Body = Never

    public let _effects: SceneEffects

    init(_ scene: some Scene, _ change: (inout SceneEffects) -> Void = { _ in }) {
        var effects = scene._effects
        change(&effects)
        _effects = effects
    }
}

/// Builds the scenes written in ``App/body``. Available since iOS 14.0.
@MainActor
@resultBuilder
public enum SceneBuilder {
    /// Builds one scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

    /// Builds several scenes.
    @_disfavoredOverload
    public static func buildBlock<each Content: Scene>(
        _ content: repeat each Content
    ) -> TupleScene {
        var scenes: [any Scene] = []
        for scene in repeat each content { scenes.append(scene) }
        return TupleScene(scenes)
    }

    /// Builds a scene from an expression.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

    /// Builds an optional scene.
    public static func buildOptional(_ content: (any Scene)?) -> some Scene {
        TupleScene(content.map { [$0] } ?? [])
    }

    /// Builds a scene with limited availability.
    public static func buildLimitedAvailability(_ content: any Scene) -> some Scene {
        TupleScene([content])
    }
}
