// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// Determines the app and the stored target of a message.
struct RecipientResolver {
    let store: any GatewayStore
    /// The apps to which the caller is limited. Installations and tokens of other apps are not
    /// found.
    var limit = AppLimit.none

    func resolve(
        _ recipient: MessageRecipient, _ options: MessageOptions
    ) async throws -> (app: StoredApp, target: MessageTarget) {
        switch recipient {
        case .user(let user):
            let reference = try UserReference(user)
            let app = try await app(options.app)
            return (app, .user(try await name(reference, app: app.bundleID)))
        case .installation(let id):
            if let named = options.app { try limit.check(named) }
            guard let installation = try await store.installation(id: id),
                limit.permits(installation.bundleID)
            else { throw Problem.installationNotFound }
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

    private func name(_ reference: UserReference, app: String) async throws -> String {
        switch reference {
        case .user(let user): return user
        case .alias(let label, let value):
            guard let store = store as? SQLStore,
                let user = try await SQLPeopleStore(store: store)
                    .user(withAlias: label, value, app: app)
            else { throw Problem.aliasUnknown(label, app) }
            return user
        }
    }

    private func resolve(
        _ token: DeviceToken, _ options: MessageOptions
    ) async throws -> (app: StoredApp, target: MessageTarget) {
        let known = try await store.tokens(matching: token).filter { place in
            limit.permits(place.bundleID)
                && (options.app ?? place.bundleID) == place.bundleID
                && (options.environment ?? place.environment) == place.environment
        }
        // A token that can be used takes precedence over replaced and dead ones.
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
                    ? "no app has registered this token; add ?environment=sandbox or "
                        + "?environment=production"
                    : "this token is registered more than once; add ?environment=sandbox or "
                        + "?environment=production, and ?app=",
                keyPath: "environment")
        }
        return (app, .token(token, environment))
    }

    /// Returns the app that was named, or the only app.
    func app(_ named: String?) async throws -> StoredApp {
        if let bundleID = try limit.app(named, isNeeded: true) {
            guard let app = try await store.app(bundleID: bundleID) else {
                throw Problem.appNotFound(bundleID)
            }
            return app
        }
        let apps = try await store.apps()
        guard let only = apps.first else {
            throw Problem(
                .appNotFound,
                "the gateway has no app yet; create one with bellhop app create, or PUT "
                    + "/v1/apps/{bundle_id} {\"name\":\"…\"}")
        }
        guard apps.count == 1 else {
            let names = apps.prefix(5).map(\.bundleID).joined(separator: ", ")
            throw Problem(
                .appNeeded, "there are \(apps.count) apps (\(names)); name the app with ?app=",
                keyPath: "app")
        }
        return only
    }
}
