// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// Finds the app and the stored target that a poster means.
struct RecipientResolver {
    let store: any GatewayStore

    func resolve(
        _ recipient: MessageRecipient, _ options: MessageOptions
    ) async throws -> (app: StoredApp, target: MessageTarget) {
        switch recipient {
        case .user(let user):
            if let fault = NameRule.fault(in: user) {
                throw Problem(.badValue, "the user's name \(fault)", keyPath: "user")
            }
            return (try await app(options.app), .user(user))
        case .installation(let id):
            guard let installation = try await store.installation(id: id) else {
                throw Problem.installationNotFound
            }
            if let named = options.app, named != installation.bundleID {
                throw Problem(
                    .installationOfOtherApp,
                    "the installation belongs to \(installation.bundleID), not to \(named); "
                        + "leave the app out"
                )
            }
            return (try await app(installation.bundleID), .installation(id))
        case .token(let token): return try await resolve(token, options)
        }
    }

    private func resolve(
        _ token: DeviceToken, _ options: MessageOptions
    ) async throws -> (app: StoredApp, target: MessageTarget) {
        let known = try await store.tokens(matching: token).filter { place in
            (options.app ?? place.bundleID) == place.bundleID
                && (options.environment ?? place.environment) == place.environment
        }
        // One that is in use wins over those that are history.
        let usable = known.filter(\.state.isUsable)
        let places = usable.isEmpty ? known : usable
        if let place = places.first, places.count == 1 {
            return (try await app(place.bundleID), .token(token, place.environment))
        }
        let app = try await app(options.app)
        guard let environment = options.environment else {
            throw Problem(
                .environmentNeeded,
                places.isEmpty
                    ? "nobody has registered this token; add ?environment=sandbox or "
                        + "?environment=production"
                    : "this token is registered more than once; add ?environment=sandbox or "
                        + "?environment=production, and ?app=",
                keyPath: "environment")
        }
        return (app, .token(token, environment))
    }

    /// The app that was named, or the only one.
    private func app(_ bundleID: String?) async throws -> StoredApp {
        if let bundleID {
            guard let app = try await store.app(bundleID: bundleID) else {
                throw Problem.appNotFound(bundleID)
            }
            return app
        }
        let apps = try await store.apps()
        guard let only = apps.first else {
            throw Problem(
                .appNotFound,
                "there is no app yet; create one with PUT /v1/apps/{bundle_id} {\"name\":\"…\"}")
        }
        guard apps.count == 1 else {
            let names = apps.prefix(5).map(\.bundleID).joined(separator: ", ")
            throw Problem(
                .appNeeded, "there are \(apps.count) apps (\(names)); say which with ?app=",
                keyPath: "app")
        }
        return only
    }
}
