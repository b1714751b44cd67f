// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation

/// Where the app is, and where it is to go once its views exist.
///
/// A tap that starts the app arrives before the first view. Its destination is kept until then; a
/// later one replaces it.
@MainActor
@Observable
final class Router {
    /// What is shown above the start page, the visible page last.
    var path: [Destination] = []
    private var waiting: Destination?
    private var hasViews = false

    /// What is shown now; `nil` for the start page.
    var visible: Destination? { path.last }

    /// Goes somewhere, now or as soon as there are views.
    func open(_ destination: Destination) {
        if hasViews { path = [destination] } else { waiting = destination }
    }

    /// Goes where a link leads.
    ///
    /// - Returns: false for a link that is not the app's.
    @discardableResult
    func open(_ url: URL) -> Bool {
        guard let destination = Destination(url: url) else { return false }
        open(destination)
        return true
    }

    /// The first view appeared.
    func viewsAppeared() {
        hasViews = true
        guard let destination = waiting else { return }
        waiting = nil
        path = [destination]
    }
}
