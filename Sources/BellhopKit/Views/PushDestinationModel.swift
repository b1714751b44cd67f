// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Observation

/// What stands behind `.pushDestination(_:destination:)`: takes the destination of a tap from the
/// router as soon as there is a view, and holds it while its screen is shown.
@MainActor
@Observable
public final class PushDestinationModel<Route: PushRoute> {
    private let router: PushRouter<Route>
    /// The destination whose screen is shown; set to `nil` by the person's way back.
    public var shown: Route?

    public init(_ router: PushRouter<Route>) { self.router = router }

    /// What waits in the router; views observe it.
    public var pending: Route? { router.pending }

    /// Goes to what waits. Nothing happens when nothing does: the screen that is shown stays.
    public func update() {
        if let next = router.take() { shown = next }
    }
}
