// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A request to register a device with the simulated FCM, for `POST /v1/fcm/tokens`.
package struct NewFCMToken: Codable, Sendable, Hashable {
    /// The name of the device in the log.
    package var name: String?
    /// `android` (default), `ios` or `web`.
    package var platform: String?
    /// The package name or bundle identifier; by default, the demo app.
    package var app: String?
    /// A token that the caller chooses; by default, the simulator generates a token.
    package var token: String?
    /// The project of the app; a project other than `bellhop-demo` causes `SENDER_ID_MISMATCH`.
    package var project: String?
    package var topics: [String]?
    /// For `ios`: the simulated phone whose app receives the messages; `booted` selects the only
    /// phone.
    package var device: String?

    package init() {}
}

/// A device that is registered with the simulated FCM. The response of `GET /v1/fcm/tokens` is a
/// list of devices with their tokens in shortened form; the response of `POST /v1/fcm/tokens` is
/// one device with its whole token.
package struct FCMTokenView: Codable, Sendable, Hashable {
    package let name: String
    package let platform: String
    package let app: String
    package let project: String
    package let token: String
    /// The Firebase installation ID; absent in lists.
    package let fid: String?
    package let topics: [String]
    /// Whether the app was uninstalled, so that FCM returns `UNREGISTERED`.
    package let isUnregistered: Bool

    enum CodingKeys: String, CodingKey {
        case name, platform, app, project, token, fid, topics
        case isUnregistered = "is_unregistered"
    }

    package init(
        name: String, platform: String, app: String, project: String, token: String, fid: String?,
        topics: [String], isUnregistered: Bool
    ) {
        self.name = name
        self.platform = platform
        self.app = app
        self.project = project
        self.token = token
        self.fid = fid
        self.topics = topics
        self.isUnregistered = isUnregistered
    }
}

/// The project of the simulated Firebase; the response of `GET /v1/fcm/project`.
package struct FCMProjectView: Codable, Sendable, Hashable {
    package let id: String
    /// The project number, which is also the sender ID.
    package let number: String
    /// Whether a key for APNs was uploaded.
    package let hasAPNsKey: Bool

    enum CodingKeys: String, CodingKey {
        case id, number
        case hasAPNsKey = "has_apns_key"
    }

    package init(id: String, number: String, hasAPNsKey: Bool) {
        self.id = id
        self.number = number
        self.hasAPNsKey = hasAPNsKey
    }
}

/// The body of `PATCH /v1/fcm/project`.
package struct FCMProjectChange: Codable, Sendable, Hashable {
    /// Whether the project has a key for APNs. Without it, messages to Apple devices fail with
    /// `THIRD_PARTY_AUTH_ERROR`.
    package var hasAPNsKey: Bool?

    enum CodingKeys: String, CodingKey {
        case hasAPNsKey = "has_apns_key"
    }
}

/// A request to subscribe a browser, for `POST /v1/web-push/subscriptions`.
package struct NewSubscription: Codable, Sendable, Hashable {
    /// The name of the browser in the log.
    package var name: String?
    /// The VAPID public key in base64url. Messages of senders with another key are rejected with
    /// 403.
    package var applicationServerKey: String?

    enum CodingKeys: String, CodingKey {
        case name
        case applicationServerKey = "application_server_key"
    }

    package init() {}
}

/// A browser of the simulated push service; an element of the response of
/// `GET /v1/web-push/subscriptions`, and the response of `POST /v1/web-push/subscriptions`.
package struct SubscriptionView: Codable, Sendable, Hashable {
    package let id: String
    package let name: String
    /// Whether the subscription has ended, so that its endpoint returns 410.
    package let isGone: Bool
    /// The subscription as `PushSubscription.toJSON()` returns it; absent in lists.
    package let subscription: JSONValue?

    enum CodingKeys: String, CodingKey {
        case id, name, subscription
        case isGone = "is_gone"
    }

    package init(id: String, name: String, isGone: Bool, subscription: JSONValue?) {
        self.id = id
        self.name = name
        self.isGone = isGone
        self.subscription = subscription
    }
}

/// A message to an Android phone or a browser, whether or not it arrived, in the form in which the
/// web page lists it.
package struct MessagingArrival: Codable, Sendable, Hashable {
    /// The number of the request.
    package let id: Int
    package let time: Date
    /// The name of the device; if there is no such device, the address.
    package let device: String
    /// `android`, `ios`, `web`, or empty if there is no such device.
    package let platform: String
    package let status: Int
    /// The error code or reason; absent if there is none.
    package let reason: String?
    package let title: String?
    package let body: String?
    /// What happened, in one sentence.
    package let note: String

    package init(
        id: Int, time: Date, device: String, platform: String, status: Int, reason: String?,
        title: String?, body: String?, note: String
    ) {
        self.id = id
        self.time = time
        self.device = device
        self.platform = platform
        self.status = status
        self.reason = reason
        self.title = title
        self.body = body
        self.note = note
    }
}
