// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Keeps the destination of a tap until there is an interface that can show it.
///
/// A tap that starts the app arrives before the first view (rule `LNK-3`), so nothing is shown here:
/// views observe ``pending`` and ``take()`` it.
@MainActor
@Observable
public final class PushRouter<Route: PushRoute>: PushOpening {
    /// Where the person wants to go and nobody has gone yet. A later tap replaces it.
    public private(set) var pending: Route?

    public init() {}

    public func open(_ message: PushMessage) {
        guard let route = Route(message) else { return }
        pending = route
    }

    /// Hands the destination out, once.
    public func take() -> Route? {
        defer { pending = nil }
        return pending
    }
}
