// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import ControlAPI
import GatewayAPI
import Logging
import ServiceLifecycle
import Simulation
import SimulatorHost

/// Registers the simulated apps of `bellhop up` with the gateway. Like the code of a real app, this
/// service sends the apps' device tokens at the start and after every change.
struct AppRegistrar: Service {
    let host: SimulatorHost
    let gateway: Gateway
    let key: ProviderKey
    let logger: Logger

    /// Registers every app that has a token, on every phone.
    ///
    /// - Parameter known: the tokens that are already registered, by installation.
    func register(known: [String: DeviceToken] = [:]) async throws -> [String: DeviceToken] {
        var known = known
        for phone in try await host.devices() {
            for app in phone.apps where app.tokens[TokenFamily.app.rawValue] != nil {
                let view = try await host.token(of: phone.id, app: app.bundleID, family: .app)
                let installation = Self.installationID(phone, app)
                guard known[installation] != view.token else { continue }
                try await putApp(app)
                _ = try await gateway.registerInstallation(
                    id: installation,
                    InstallationRequest(
                        app: app.bundleID, token: view.token, environment: view.environment,
                        user: Self.user(of: phone), locale: "en-GB", timeZone: "Europe/London",
                        systemVersion: phone.systemVersion, appVersion: "1.0"))
                known[installation] = view.token
            }
        }
        return known
    }

    func run() async throws {
        var known = try await register()
        for await _ in host.changes.stream().cancelOnGracefulShutdown() {
            do { known = try await register(known: known) } catch {
                logger.warning("an app could not be registered", metadata: ["error": "\(error)"])
            }
        }
    }

    private func putApp(_ app: AppView) async throws {
        if let known = try? await gateway.app(bundleID: app.bundleID),
            known.credential?.keyID == key.keyID
        {
            return
        }
        // The simulated apps have no app server that could create proofs of their users.
        _ = try await gateway.putApp(bundleID: app.bundleID, name: app.name, userProof: .off)
        _ = try await gateway.putCredential(
            bundleID: app.bundleID,
            CredentialRequest(p8: key.p8Text, keyID: key.keyID, teamID: key.teamID))
    }

    /// Returns the identifier of an installation. Each app on each phone has its own identifier.
    private static func installationID(_ phone: DeviceView, _ app: AppView) -> String {
        "\(phone.id.lowercased())-\(app.bundleID)"
    }

    /// Returns the user of a phone, for instance `alex` for "Alex's iPhone".
    static func user(of phone: DeviceView) -> String {
        let first = phone.name.lowercased().split { !$0.isLetter && !$0.isNumber }.first.map(
            String.init)
        return first ?? DemoPhone.user
    }
}
