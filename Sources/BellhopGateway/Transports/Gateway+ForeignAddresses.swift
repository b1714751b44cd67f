// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import WebPush

extension Gateway {
    /// Returns the values of a registration, after checking its addresses.
    ///
    /// - Throws: `Problem` if the request has no address, or an address under the wrong key.
    func registration(
        id: String, _ request: InstallationRequest
    ) throws(Problem) -> Registration {
        var foreign: [ForeignAddress] = []
        if let token = request.fcmToken { foreign.append(try Self.address(fcmToken: token)) }
        if let fid = request.fid {
            guard request.fcmToken == nil else {
                throw Problem(
                    .badValue,
                    "\"fcm_token\" and \"fid\" address the same app on the same device; send only "
                        + "one of them", keyPath: "fid")
            }
            guard DeviceAddressKind(fid) == .installationID else {
                throw Self.misplaced(fid, "fid", "a Firebase installation ID")
            }
            foreign.append(ForeignAddress(firebaseInstallation: fid))
        }
        if let subscription = request.webPush { foreign.append(try address(of: subscription)) }
        var known = request.token
        if known == nil, let first = foreign.first { known = try Self.handle(first) }
        guard let token = known else {
            throw Problem(
                .valueMissing,
                "there is no address; send \"token\" (APNs), \"fcm_token\" or \"fid\" (FCM), or "
                    + "\"web_push\" (a browser's subscription)", keyPath: "token")
        }
        var registration = Registration(
            installationID: id, bundleID: request.app, token: token,
            environment: request.environment, family: request.family, user: request.user,
            locale: request.locale, timeZone: request.timeZone,
            systemVersion: request.systemVersion, appVersion: request.appVersion)
        registration.hasDeviceToken = request.token != nil
        registration.foreign = foreign
        return registration
    }

    private static func handle(_ address: ForeignAddress) throws(Problem) -> DeviceToken {
        do { return try address.handle } catch { throw Problem(.badValue, "\(error)") }
    }

    private static func address(fcmToken token: String) throws(Problem) -> ForeignAddress {
        guard (20...GatewayLimits.fcmTokenByteCountMax).contains(token.utf8.count),
            token.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .badValue,
                "\"fcm_token\" must have 20 to \(GatewayLimits.fcmTokenByteCountMax) visible ASCII "
                    + "characters; send what getToken() of the Firebase SDK returns",
                keyPath: "fcm_token")
        }
        guard [.fcmToken, .unknown].contains(DeviceAddressKind(token)) else {
            throw misplaced(token, "fcm_token", "an FCM registration token")
        }
        return ForeignAddress(fcmToken: token)
    }

    private func address(of browser: BrowserSubscription) throws(Problem) -> ForeignAddress {
        do throws(PushEndpointRule.Fault) { _ = try pushEndpoints.check(browser.endpoint) } catch {
            throw Problem(
                .badValue, "the endpoint of the subscription \(error)",
                keyPath: "web_push.endpoint")
        }
        do throws(PushSubscription.Problem) {
            return ForeignAddress(
                try PushSubscription(
                    endpoint: browser.endpoint,
                    browserKey: Base64URL.decodeLeniently(browser.keys.p256dh) ?? [],
                    authentication: Base64URL.decodeLeniently(browser.keys.auth) ?? []))
        } catch { throw Problem(.badValue, error.description, keyPath: "web_push") }
    }

    /// Returns the problem of a key whose value is an address of another kind.
    private static func misplaced(_ text: String, _ key: String, _ wanted: String) -> Problem {
        let kind = DeviceAddressKind(text)
        let right =
            switch kind {
            case .apnsToken: "; send it in \"token\""
            case .fcmToken: "; send it in \"fcm_token\""
            case .installationID: "; send it in \"fid\""
            case .webSubscription: "; send it in \"web_push\""
            case .unknown: ""
            }
        return Problem(
            .badValue, "\"\(key)\" is \(kind.phrase), not \(wanted)\(right)", keyPath: key)
    }
}
