// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI

// The keys and apps that are registered with APNs.
extension SimulatorHost {
    package func senderKeys() async throws -> [SenderKeyView] {
        service.keys.map(SenderKeyView.init)
    }

    package func addSenderKey(_ new: NewSenderKey) async throws -> SenderKeyView {
        guard let pem = new.publicKey ?? new.p8, (new.publicKey == nil) != (new.p8 == nil) else {
            throw ControlProblem(
                .badRequest,
                "the body must contain either \"public_key\", a key in PEM form, or \"p8\", the "
                    + "text of a .p8 file")
        }
        do {
            let key = try RegisteredKey(
                pem: pem, keyID: new.keyID, teamID: new.teamID,
                environment: try Self.environment(ofKey: new.environment),
                bundleIDs: try Self.topics(new.topics))
            try service.registerKey(key)
            return SenderKeyView(key)
        } catch let error as ProviderKeyError {
            throw ControlProblem(.badRequest, error.description)
        } catch let error as ServiceError {
            throw ControlProblem(.tooMany, error.description)
        }
    }

    package func removeSenderKey(_ keyID: String) async throws {
        guard service.removeKey(keyID) else {
            throw ControlProblem(
                .notFound,
                "there is no key \"\(keyID.prefix(64))\"; GET /v1/apns/keys lists the keys")
        }
    }

    package func senderApps() async throws -> [SenderApp] {
        service.apps.sorted { $0.key < $1.key }.map { view(ofApp: $0.key, teamID: $0.value) }
    }

    package func addSenderApp(_ app: SenderApp) async throws -> SenderApp {
        guard ProviderKey.isTeamID(app.teamID) else {
            throw ControlProblem(
                .badRequest,
                "\"team_id\" must be ten capital letters and digits, as in TEAM123456")
        }
        do throws(ServiceError) {
            try service.registerApp(bundleID: app.bundleID, teamID: app.teamID)
            if let push = app.push { try service.setPushEnabled(push, bundleID: app.bundleID) }
            if let broadcast = app.broadcast {
                try service.setBroadcastEnabled(broadcast, bundleID: app.bundleID)
            }
        } catch { throw ControlProblem(.badRequest, error.description) }
        return view(ofApp: app.bundleID, teamID: app.teamID)
    }

    private func view(ofApp bundleID: String, teamID: String) -> SenderApp {
        SenderApp(
            bundleID: bundleID, teamID: teamID, push: service.isPushEnabled(bundleID: bundleID),
            broadcast: service.isBroadcastEnabled(bundleID: bundleID))
    }

    /// Reads the environment of a key; `nil` means both environments.
    private static func environment(ofKey word: String?) throws -> APNSEnvironment? {
        guard let word, word != "both" else { return nil }
        guard let environment = APNSEnvironment(rawValue: word) else {
            throw ControlProblem(
                .badRequest, "\"environment\" must be sandbox, production or both")
        }
        return environment
    }

    private static func topics(_ topics: [String]?) throws -> Set<String>? {
        guard let topics else { return nil }
        guard !topics.isEmpty, topics.allSatisfy(Topic.isPlausible) else {
            throw ControlProblem(
                .badRequest,
                "\"topics\" must be a list of bundle identifiers, such as [\"com.example.app\"]")
        }
        return Set(topics)
    }
}
