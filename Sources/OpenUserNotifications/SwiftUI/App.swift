// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An app that is written with SwiftUI. Apple: since iOS 14.0.
///
/// A test installs it with `TestApp("com.example.chat", app: ChatApp.self)`. Its scenes are made,
/// so that their modifiers work; the views inside are compiled and never made.
@preconcurrency @MainActor
public protocol App {
    /// What the scenes are made of.
    associatedtype Body: Scene

    /// The app's scenes.
    @SceneBuilder @preconcurrency @MainActor var body: Body { get }

    /// Made by the system at every start of the app's process.
    @preconcurrency @MainActor init()
}

extension App {
    /// Makes `@main` compile. There is no run loop to enter outside of Apple's systems, so it
    /// returns at once; tests launch the app on a virtual phone.
    public static func main() {}
}

/// Whether a scene is seen. Apple: since iOS 14.0.
public enum ScenePhase: Comparable, Hashable, Sendable {
    /// Not on the screen.
    case background
    /// On the screen, without the person's attention.
    case inactive
    /// On the screen, with the person's attention.
    case active
}
