// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The results of the checks of an accepted request that do not depend on its device token,
/// `apns-id`, expiration, collapse identifier or body.
///
/// A sender repeats most of a request: its credentials, topic, push type and priority. If a server
/// recognizes the repetition by comparing bytes, it passes only the other values to
/// ``PushService/handle(_:like:connection:now:using:)``, which then does not need to parse any
/// text. A request that is not accepted in this way is checked in
/// ``AcceptanceCheck/standardOrder``, which alone determines the reason that the sender receives.
///
/// This is a class, because each repeated request refers to all of these values, and copying them
/// would cost more than the checks.
package final class KnownRequest: Sendable {
    /// The options, keys and apps under which the request was accepted.
    let configuration: PushService.Configuration
    let senders: ServiceRegistry.Senders
    let tokenGeneration: Int
    let streamCount: Int?
    let environment: APNSEnvironment
    let topic: Topic
    let bundleID: String
    let pushType: PushType
    let priority: PushPriority
    /// The families of device tokens to which the push type can be sent.
    let families: [TokenFamily]
    /// The maximum size of the body in bytes.
    let bodyByteCountMax: Int
    /// The period during which the provider token or the certificate is valid.
    let validity: ClosedRange<Date>
    let logged: LoggedRequest.Shared
    let headers: LoggedHeaders

    init(
        configuration: PushService.Configuration, senders: ServiceRegistry.Senders,
        tokenGeneration: Int, streamCount: Int?, environment: APNSEnvironment, topic: Topic,
        bundleID: String, pushType: PushType, priority: PushPriority, families: [TokenFamily],
        bodyByteCountMax: Int, validity: ClosedRange<Date>, logged: LoggedRequest.Shared,
        headers: LoggedHeaders
    ) {
        self.configuration = configuration
        self.senders = senders
        self.tokenGeneration = tokenGeneration
        self.streamCount = streamCount
        self.environment = environment
        self.topic = topic
        self.bundleID = bundleID
        self.pushType = pushType
        self.priority = priority
        self.families = families
        self.bodyByteCountMax = bodyByteCountMax
        self.validity = validity
        self.logged = logged
        self.headers = headers
    }
}

/// The part of a request that differs from a ``KnownRequest``. Every header is valid or absent.
package struct RepeatedRequest: Sendable {
    package let token: DeviceToken
    package let id: APNSID?
    package let expiration: PushExpiration?
    package let collapseID: CollapseID?
    /// The values of ignored headers that differ from the values in the known request. Each value
    /// has its index among the headers, not counting the credentials.
    package let differing: [(index: Int, value: String)]
    package let body: [UInt8]

    package init(
        token: DeviceToken, id: APNSID?, expiration: PushExpiration?, collapseID: CollapseID?,
        differing: [(index: Int, value: String)], body: [UInt8]
    ) {
        self.token = token
        self.id = id
        self.expiration = expiration
        self.collapseID = collapseID
        self.differing = differing
        self.body = body
    }
}

/// The identifiers in the response to a repeated request. The status of the response is 200.
package struct RepeatedResponse: Sendable {
    package let id: APNSID
    package let uniqueID: APNSID?
    /// The notification to deliver, with the device's identifier; `nil` for a device without a
    /// simulated phone.
    let delivery: (push: DevicePush, deviceID: String)?
}
