// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI
import UserNotificationsShim

/// Tells the server, at every launch, how to reach this installation.
///
/// The token is never kept as truth: each launch asks the system for it anew ("Registering your app
/// with APNs").
@MainActor
public final class Registration {
    private let backend: any DeviceBackend
    private let context: AppContext
    private var tokens: [TokenName: DeviceToken] = [:]
    /// Who is signed in.
    public private(set) var user: String?
    private var userProof: String?
    /// What the person allows; the next upload tells it.
    public var permission: PermissionSnapshot?
    /// The key by which servers encrypt for this installation.
    public var encryptionKey: EncryptionKey?
    private var upload: Task<Void, Never>?

    public init(backend: any DeviceBackend, context: AppContext) {
        self.backend = backend
        self.context = context
    }

    /// Who this installation is.
    public var installation: Installation {
        get throws {
            try context.folder.file("installation", missing: Installation?.none).update { known in
                if let known { return known }
                var generator = SystemRandomNumberGenerator()
                let secret = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator)
                }
                let made = Installation(
                    id: UUID().uuidString.lowercased(), secret: Data(secret).base64EncodedString())
                known = made
                return made
            }
        }
    }

    /// The system gave the app its token.
    public func didRegister(_ token: Data) { register(TokenName(.app), token: token) }

    /// The system gave a token of another family: calls, Live Activities.
    public func register(_ name: TokenName, token: Data) {
        guard let token = try? DeviceToken(bytes: token) else { return }
        tokens[name] = token
        send()
    }

    /// A token is of no use any more.
    public func end(_ name: TokenName) {
        tokens[name] = nil
        send(ended: [name])
    }

    /// - Parameter proof: the app server's word that this is the user, if the gateway asks for it.
    public func signIn(_ user: String, proof: String? = nil) {
        (self.user, userProof) = (user, proof)
        send()
    }

    /// What is sent to the user from now on does not come to this installation.
    public func signOut() {
        (user, userProof) = (nil, nil)
        send()
    }

    /// Waits for the upload that is under way.
    public func settled() async { await upload?.value }

    private func send(ended: [TokenName] = []) {
        guard let environment = context.facts.environment, let installation = try? installation
        else { return }
        let facts = context.facts
        let registration = DeviceRegistration(
            app: facts.bundleID, environment: environment, user: user, userProof: userProof,
            locale: facts.locale, timeZone: facts.timeZone, platform: facts.platform,
            systemVersion: facts.systemVersion, appVersion: facts.appVersion,
            permission: permission, encryptionKey: encryptionKey,
            tokens: tokens.map { TokenRegistration($0.key, $0.value) }, ended: ended)
        let before = upload
        upload = Task { [backend] in
            await before?.value
            try? await backend.register(registration, as: installation)
        }
    }
}
