// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension GatewayClient {
    /// Returns the apps of the gateway, without their secrets.
    package func apps() async throws -> AppList {
        let list: AppList? = try await find("/v1/apps")
        return list ?? AppList(apps: [])
    }

    /// Returns an app; `nil` if there is none with this bundle identifier.
    package func app(_ bundleID: String) async throws -> AppResource? {
        try await find(appPath(bundleID))
    }

    /// Creates an app, or changes its name and the settings that the request contains.
    package func putApp(_ request: AppRequest, app: String) async throws -> AppResource {
        try await put(appPath(app), try GatewayJSON.encode(request))
    }

    /// Stores the key with which an app's notifications are sent with APNs.
    package func putKey(
        _ request: CredentialRequest, app: String
    ) async throws -> CredentialResource {
        try await put(appPath(app) + "/credential", try GatewayJSON.encode(request))
    }

    /// Stores the certificate with which an app's notifications are sent with APNs.
    package func putCertificate(
        _ request: CertificateRequest, app: String
    ) async throws -> CredentialResource {
        try await put(appPath(app) + "/credential", try GatewayJSON.encode(request))
    }

    /// Stores the service account with which an app's notifications are sent with FCM.
    ///
    /// - Parameter json: the key file, as Google's console creates it.
    package func putFCM(_ json: [UInt8], app: String) async throws -> FCMCredentialResource {
        try await put(appPath(app) + "/fcm", Data(json))
    }

    /// Stores the VAPID key with which an app's notifications are sent to browsers.
    package func putWebPush(
        _ request: WebPushCredentialRequest, app: String
    ) async throws -> WebPushCredentialResource {
        try await put(appPath(app) + "/web-push", try GatewayJSON.encode(request))
    }

    /// Deletes an app's credential for a transport other than APNs. Returns `false` if there is no
    /// such app.
    package func deleteCredential(
        for transport: PushTransport, app: String
    ) async throws -> Bool {
        let name = transport == .fcm ? "/fcm" : "/web-push"
        return try await remove(appPath(app) + name)
    }

    private func appPath(_ bundleID: String) -> String {
        "/v1/apps/" + PercentCoding.encode(bundleID)
    }
}
