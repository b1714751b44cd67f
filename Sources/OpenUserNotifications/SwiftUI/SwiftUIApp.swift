// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A running app written with SwiftUI. ``update()`` must be called whenever the scene phase may
/// have changed.
@MainActor
final class SwiftUIApp {
    private let app: any App
    private var previousValues: [any Equatable] = []
    private var hasRunInitialActions = false
    /// The background tasks of the scenes.
    let backgroundTasks: [(identifier: String, action: @Sendable () async -> Void)]

    init(_ app: some App) {
        self.app = app
        let effects = app.body._effects
        backgroundTasks = effects.backgroundTasks
        previousValues = effects.changes.map(\.value)
    }

    /// Creates the scenes again and runs the actions of their modifiers for the values that changed
    /// since the previous call.
    func update() {
        let changes = effects(of: app).changes
        let before = previousValues
        previousValues = changes.map(\.value)
        let isFirst = !hasRunInitialActions
        hasRunInitialActions = true
        for (index, change) in changes.enumerated() {
            let old = before.indices.contains(index) ? before[index] : change.value
            if !isEqual(change.value, old) || (isFirst && change.isInitial) { change.action(old) }
        }
    }

    private func effects(of app: some App) -> SceneEffects { app.body._effects }

    private func isEqual<Value: Equatable>(_ value: Value, _ other: any Equatable) -> Bool {
        (other as? Value) == value
    }
}
