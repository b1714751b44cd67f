// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Registers an installation or changes it; ``GatewayStore/register(_:now:)-(Registration,_)``
    /// describes the changes.
    public func registerInstallation(
        id: String, _ request: InstallationRequest
    ) async throws -> InstallationResource {
        try Self.check(installationID: id, timeZone: request.timeZone)
        let registration = try registration(id: id, request)
        return try resource(
            after: try await store.register(registration, now: time.now), app: request.app)
    }

    static func check(installationID id: String, timeZone zone: String?) throws(Problem) {
        if let fault = NameRule.fault(in: id) {
            throw Problem(
                .badValue, "the installation's identifier \(fault)", keyPath: "installation_id")
        }
        if let zone, TimeZone(identifier: zone) == nil {
            throw Problem(
                .badValue, "\"time_zone\" is not an IANA name; send one such as Europe/Lisbon",
                keyPath: "time_zone")
        }
    }

    /// Returns the response to a registration.
    func resource(
        after outcome: RegistrationOutcome, app: String
    ) throws(Problem) -> InstallationResource {
        switch outcome {
        case .registered(let installation):
            worker.wake()
            return InstallationResource(installation)
        case .appNotFound: throw Problem.appNotFound(app)
        case .otherSecret: throw Problem.installationSecretWrong
        case .otherApp: throw Problem.installationOfOtherApp
        }
    }

    /// Returns one installation.
    ///
    /// - Parameter apps: the permitted apps; an installation of another app is not found.
    public func installation(
        id: String, within apps: AppLimit = .none
    ) async throws -> InstallationResource {
        guard let installation = try await store.installation(id: id),
            apps.permits(installation.bundleID)
        else { throw Problem.installationNotFound }
        return try await withFacts([InstallationResource(installation)])[0]
    }

    /// Returns a page of installations, sorted by identifier.
    ///
    /// - Parameters:
    ///   - after: the last identifier of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    public func installations(
        user: String? = nil, app: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> InstallationList {
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let filter = InstallationFilter(user: user, bundleID: app, after: after, limit: limit)
        let found = try await store.installations(filter)
        return InstallationList(
            installations: try await withFacts(found.map(InstallationResource.init)),
            next: found.count == limit ? found.last?.id : nil)
    }

    /// Deletes an installation.
    public func deleteInstallation(id: String) async throws {
        guard try await store.deleteInstallation(id: id, now: time.now) else {
            throw Problem.installationNotFound
        }
    }
}

extension Problem {
    /// The response does not name the other app, because the callers include client keys, which
    /// anybody can read from an app.
    static let installationOfOtherApp = Problem(
        .installationOfOtherApp,
        "another app already uses this identifier; use a new identifier for each app, for instance "
            + "a UUID")

    static let installationNotFound = Problem(
        .installationNotFound,
        "there is no installation with this identifier; register it with PUT "
            + "/v1/installations/{installation_id}")
}

extension InstallationResource {
    init(_ stored: StoredInstallation) {
        self.init(
            id: stored.id, app: stored.bundleID, user: stored.user, locale: stored.locale,
            timeZone: stored.timeZone, systemVersion: stored.systemVersion,
            appVersion: stored.appVersion,
            createdAt: stored.createdAt, registeredAt: stored.registeredAt,
            tokens: stored.tokens.map(TokenResource.init),
            environment: stored.device?.environment, platform: stored.device?.platform,
            permission: stored.device?.permission, encryptionKey: stored.device?.encryptionKey)
        badge = stored.badge == 0 ? nil : stored.badge
    }
}

extension TokenResource {
    init(_ stored: StoredToken) {
        self.init(
            family: stored.name.family, environment: stored.environment,
            token: stored.token.redacted,
            state: stored.state, reason: stored.reason, registeredAt: stored.registeredAt,
            attributesType: stored.name.attributesType, activity: stored.name.activity)
        transport = stored.transport.shown
        guard let isOfOther = stored.isOfOtherEnvironment else { return }
        let registered = stored.environment.rawValue
        let other = stored.environment == .sandbox ? "production" : "sandbox"
        diagnosis =
            isOfOther
            ? "this is a \(other) token registered as \(registered): APNs accepted it in \(other)"
            : "APNs refused the token in both environments: it is damaged, or the app was removed"
    }
}
