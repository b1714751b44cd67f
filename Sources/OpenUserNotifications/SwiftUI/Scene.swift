// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A part of an app's interface. Apple: since iOS 14.0.
@preconcurrency @MainActor
public protocol Scene {
    /// What it is made of.
    associatedtype Body: Scene

    /// What it is made of.
    @SceneBuilder @preconcurrency @MainActor var body: Body { get }

    /// What its modifiers do; for this module's own scenes.
    @preconcurrency @MainActor var _effects: SceneEffects { get }
}

extension Scene {
    public var _effects: SceneEffects { body._effects }
}

extension Scene where Body == Never {
    /// A scene that is made of nothing else.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: Scene {
    public typealias Body = Never
}

/// What the modifiers of scenes do, in the order in which they are written.
@MainActor
public struct SceneEffects {
    /// A value that is watched, and what happens when it has changed.
    struct Change {
        let value: any Equatable
        /// Gets the value before.
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

/// Windows of one kind. Apple: since iOS 14.0. The views inside are never made.
public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never

    /// Windows with views.
    public init(@ViewBuilder content: @escaping () -> Content) {}

    /// Windows with a name.
    public init(id: String, @ViewBuilder content: @escaping () -> Content) {}

    /// Windows with a title.
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {}

    /// Windows with a title and a name.
    public init(
        _ title: some StringProtocol, id: String, @ViewBuilder content: @escaping () -> Content
    ) {}

    /// Windows for values of a type.
    public init<Value: Decodable & Encodable & Hashable>(
        id: String = "", for type: Value.Type,
        @ViewBuilder content: @escaping (Binding<Value?>) -> Content
    ) {}

    public var _effects: SceneEffects { SceneEffects() }
}

/// The window of an app's settings, on a Mac. Apple: since macOS 11.0.
public struct Settings<Content: View>: Scene {
    public typealias Body = Never

    /// A window with views.
    public init(@ViewBuilder content: () -> Content) {}

    public var _effects: SceneEffects { SceneEffects() }
}

/// Several scenes.
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

/// Reads scenes as they are written in ``App/body``. Apple: since iOS 14.0.
@MainActor
@resultBuilder
public enum SceneBuilder {
    /// One scene.
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

    /// Several scenes.
    @_disfavoredOverload
    public static func buildBlock<each Content: Scene>(
        _ content: repeat each Content
    ) -> TupleScene {
        var scenes: [any Scene] = []
        for scene in repeat each content { scenes.append(scene) }
        return TupleScene(scenes)
    }

    /// One scene of the lines.
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

    /// A scene that may be left out.
    public static func buildOptional(_ content: (any Scene)?) -> some Scene {
        TupleScene(content.map { [$0] } ?? [])
    }

    /// A scene for systems that know it.
    public static func buildLimitedAvailability(_ content: any Scene) -> some Scene {
        TupleScene([content])
    }
}
