// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The request that is being carried out, as the audit log records it.
///
/// The routes set a scope around each handler (``GatewayRoutes``). While the scope is set, the
/// first transaction that writes also stores the entry (``SQLStore/write(_:)``), so that every
/// change has an entry, and every entry belongs to a change.
final class AuditScope: Sendable {
    /// The scope of the current task; `nil` outside of requests that the audit log records.
    @TaskLocal static var current: AuditScope?

    /// What was changed.
    struct Object: Hashable, Sendable {
        /// The kinds of objects for whose contents the log stores digests.
        enum Kind: String, Sendable {
            case app, campaign, installation, webhook
            case apiKey = "api_key"
            case attribute, segment, series, trigger
        }

        let kind: Kind
        /// The identifier; for a name within an app, the app's bundle identifier is before it, with
        /// a `/` between them.
        let id: String
    }

    private struct State {
        var object: Object?
        var app: String?
        var isWritten = false
    }

    /// The identifier of the API key.
    let actor: String
    /// Method and path, for instance `PUT /v1/apps/{bundle_id}`.
    let action: String
    /// The address of the caller; `nil` if it is unknown.
    let address: String?
    let at: Date
    private let state: Mutex<State>

    init(
        actor: String, action: String, address: String?, at: Date, object: Object?, app: String?
    ) {
        self.actor = actor
        self.action = action
        self.address = address
        self.at = at
        state = Mutex(State(object: object, app: app))
    }

    var object: Object? { state.withLock { $0.object } }
    /// The bundle identifier of the app that the request affects; `nil` if it affects no app or
    /// several apps.
    var app: String? { state.withLock { $0.app } }
    /// Whether an entry was stored.
    var isWritten: Bool { state.withLock { $0.isWritten } }

    func wasWritten() { state.withLock { $0.isWritten = true } }

    /// Records the object of the current request if the path does not name it, for instance because
    /// the object is about to be created.
    static func concerns(_ kind: Object.Kind, _ id: String, app: String? = nil) {
        current?.state.withLock { state in
            state.object = Object(kind: kind, id: id)
            if let app { state.app = app }
        }
    }
}
