// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An app written with SwiftUI. Available since iOS 14.0.
///
/// A test installs the app with `TestApp("com.example.chat", app: ChatApp.self)`. The app's scenes
/// are created, so that their modifiers work; the views in the scenes are compiled, but never
/// created.
@preconcurrency @MainActor
public protocol App {
    /// The type of the app's scenes.
    associatedtype Body: Scene

    /// The app's scenes.
    @SceneBuilder @preconcurrency @MainActor var body: Body { get }

    /// Creates the app. The system calls this initializer each time the app's process starts.
    @preconcurrency @MainActor init()
}

extension App {
    /// Allows `@main` to compile. Outside of Apple's systems, there is no run loop to enter, so
    /// this method returns immediately; tests launch the app on a virtual phone.
    public static func main() {}
}

/// The phase of a scene. Available since iOS 14.0.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// The scene is not visible.
    case background
    /// The scene is visible, but inactive.
    case inactive
    /// The scene is visible and active.
    case active
}
