// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One request in the log, as the service stores it. It contains values and references; a
/// ``ServiceLogEntry`` is made from them only when the log is read.
struct LoggedRequest: Sendable {
    /// The properties that the requests of a connection usually share, stored once for all of them.
    final class Shared: Sendable {
        let environment: APNSEnvironment
        let topic: String?
        let pushType: PushType?
        let priority: Int?
        let oddities: [String]

        init(
            environment: APNSEnvironment, topic: String?, pushType: PushType?, priority: Int?,
            oddities: [String]
        ) {
            self.environment = environment
            self.topic = topic.map { String($0.prefix(Self.textMax)) }
            self.pushType = pushType
            self.priority = priority
            self.oddities = oddities
        }

        /// The maximum length of a topic in the log, in characters.
        private static let textMax = 256
    }

    /// The result of the request.
    struct Result: Sendable {
        var status: Int
        var reason: RejectionReason?
        var delivery: DeliveryStatus?
        var deliveryTime: Date?
        /// The cause of the result, in one line.
        var explanation: String

        var isAccepted: Bool { status == 200 }
    }

    let time: Date
    let shared: Shared
    let apnsID: APNSID
    var uniqueID: APNSID?
    var token: DeviceToken?
    var channelID: ChannelID?
    var deviceID: String?
    var bundleID: String?
    /// The `apns-expiration` in seconds since 1970.
    var expiration: Int?
    var collapseID: String?
    var headers: LoggedHeaders
    let body: [UInt8]
    var result: Result
    /// The names of the injected faults that affected the request.
    var fault: String?
}

extension ServiceLogEntry {
    init(_ request: LoggedRequest, sequence: Int) {
        let shared = request.shared
        self.init(
            sequence: sequence, time: request.time, environment: shared.environment,
            apnsID: request.apnsID, uniqueID: request.uniqueID?.text, topic: shared.topic,
            pushType: shared.pushType, priority: shared.priority, expiration: request.expiration,
            collapseID: request.collapseID, payloadByteCount: request.body.count,
            payload: String(decoding: request.body, as: UTF8.self),
            token: request.token?.redacted, channelID: request.channelID,
            deviceID: request.deviceID, bundleID: request.bundleID,
            status: request.result.status, reason: request.result.reason,
            delivery: request.result.delivery, deliveryTime: request.result.deliveryTime,
            explanation: request.result.explanation, oddities: shared.oddities,
            headers: request.headers.list(of: request), fault: request.fault)
    }
}
