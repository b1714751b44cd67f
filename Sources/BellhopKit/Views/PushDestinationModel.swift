// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// The model of `.pushDestination(_:destination:)`: takes the destination of a tap from the router
/// as soon as there is a view, and stores it while its screen is shown.
@MainActor
@Observable
public final class PushDestinationModel<Route: PushRoute> {
    private let router: PushRouter<Route>
    /// The destination whose screen is shown; set to `nil` when the person navigates back.
    public var shown: Route?

    public init(_ router: PushRouter<Route>) { self.router = router }

    /// The destination that is pending in the router; views observe it.
    public var pending: Route? { router.pending }

    /// Shows the pending destination. When there is none, the current screen stays.
    public func update() {
        if let next = router.take() { shown = next }
    }
}
