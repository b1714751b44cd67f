// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// Stores the destination of a tap until there is an interface that can show it.
///
/// A tap that starts the app arrives before the first view (rule `LNK-3`), so the router itself
/// shows nothing: views observe ``pending`` and ``take()`` it.
@MainActor
@Observable
public final class PushRouter<Route: PushRoute>: PushOpening {
    /// The destination that no view has taken yet. A later tap replaces it.
    public private(set) var pending: Route?
    /// The destination that is on the screen: views set it as they appear. Notifications with this
    /// destination are not shown meanwhile; see ``PresentationPolicy/hidesWhatIsOnScreen``.
    public var visible: Route?

    public init() {}

    public func open(_ message: PushMessage) {
        if let route = Route(message) { open(route) }
    }

    /// Goes to a destination that other code provides, for instance a link, a button or an action.
    public func open(_ route: Route) { pending = route }

    public func isOnScreen(_ message: PushMessage) -> Bool {
        visible.map { $0 == Route(message) } ?? false
    }

    /// Returns the pending destination, once.
    public func take() -> Route? { take { _ in true } }

    /// Returns the pending destination, once, if it belongs to the caller. In an app with several
    /// navigation stacks, each stack takes its own destinations.
    public func take(where isOwn: (Route) -> Bool) -> Route? {
        guard let route = pending, isOwn(route) else { return nil }
        pending = nil
        return route
    }
}
