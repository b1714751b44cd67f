// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import FCM
import GatewayAPI
import GatewayModel
import WebPush

extension ForeignAddress {
    private static let tokenPrefix = "token:"
    private static let installationPrefix = "fid:"

    init(fcmToken token: String) {
        self.init(transport: .fcm, bytes: Array((Self.tokenPrefix + token).utf8))
    }

    init(firebaseInstallation id: String) {
        self.init(transport: .fcm, bytes: Array((Self.installationPrefix + id).utf8))
    }

    init(_ subscription: PushSubscription) {
        self.init(transport: .webPush, bytes: JSONWriter.write(.object(subscription.json)))
    }

    /// The recipient for FCM; `nil` for another transport.
    var fcmAddress: FCMAddress? {
        guard transport == .fcm, let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        if text.hasPrefix(Self.tokenPrefix) {
            return .token(String(text.dropFirst(Self.tokenPrefix.count)))
        }
        guard text.hasPrefix(Self.installationPrefix) else { return nil }
        return .installation(String(text.dropFirst(Self.installationPrefix.count)))
    }

    /// The subscription of a browser; `nil` for another transport.
    var subscription: PushSubscription? {
        transport == .webPush ? try? PushSubscription(json: bytes) : nil
    }

    /// A hash of the address in the form of a device token, by which the storage finds it. The keys
    /// of a subscription may change, so only its endpoint counts.
    var handle: DeviceToken {
        get throws(DeviceTokenError) {
            let identity = subscription.map { Array($0.endpoint.utf8) } ?? bytes
            let hash = SHA256.hash(data: Array((transport.rawValue + " ").utf8) + identity)
            return try DeviceToken(bytes: Array(hash))
        }
    }
}

extension InstallationRequest {
    /// Sets the address for a transport other than APNs.
    mutating func set(_ address: ForeignAddress) {
        switch address.fcmAddress {
        case .token(let token)?: fcmToken = token
        case .installation(let id)?: fid = id
        default: break
        }
        webPush = address.subscription.map {
            BrowserSubscription(
                endpoint: $0.endpoint,
                keys: .init(
                    p256dh: Base64URL.encode($0.browserKey),
                    auth: Base64URL.encode($0.authentication)))
        }
    }
}
