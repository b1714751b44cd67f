// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI
package import DeviceModel
package import GatewayAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The known events of a notification on its way from the gateway through APNs to the phone.
/// ``JourneyFinder`` makes this value.
package struct Journey: WorkResult, Sendable {
    /// The gateway's records of the notification.
    package struct Sending: Sendable {
        package let delivery: DeliveryResource
        package let message: MessageResource?
        package let installation: InstallationResource?

        package init(
            delivery: DeliveryResource, message: MessageResource?,
            installation: InstallationResource?
        ) {
            self.delivery = delivery
            self.message = message
            self.installation = installation
        }

        /// The result of a trial of the delivery's token in the other environment.
        var diagnosis: String? {
            installation?.tokens.first { $0.token == delivery.token }?.diagnosis
        }
    }

    /// The result of a query to a server.
    package enum Source: Sendable {
        /// The server is not running.
        case absent
        /// The server is running, but the notification is unknown to it.
        case notFound
        case found

        init(_ found: (some Any)?) { self = found == nil ? .notFound : .found }
    }

    package let id: APNSID
    package var sending: Sending?
    /// The simulated APNs' record of the notification.
    package var report: DeliveryReport?
    /// The phone's name.
    package var phoneName: String?
    /// The callbacks to the app that occurred around the time of arrival.
    package var calls: [CallbackView] = []
    package var gateway = Source.absent
    package var simulator = Source.absent

    package init(id: APNSID) { self.id = id }
}

extension Journey {
    /// An event of the journey.
    package struct Moment: Sendable {
        package let time: Date
        /// The place where the event occurred: `gateway`, `APNs`, `phone` or `app`.
        package let source: String
        package let text: String
        /// The rule of the phone that caused the event.
        package var rule: RuleID?
    }

    /// All events in chronological order.
    package var moments: [Moment] {
        let all = gatewayMoments + serviceMoments + phoneMoments
        // Sorting must keep events within the same millisecond in the order gateway, APNs, phone,
        // app.
        return all.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private var gatewayMoments: [Moment] {
        guard let sending else { return [] }
        var moments: [Moment] = []
        if let message = sending.message {
            let recipient = sending.installation?.user.map { " for \(OneLine.text($0))" } ?? ""
            moments.append(
                Moment(
                    time: message.createdAt, source: "gateway",
                    text: "message \(message.id) accepted\(recipient): "
                        + "\(message.pushType.rawValue), priority \(message.priority.rawValue), "
                        + message.topic))
        }
        let delivery = sending.delivery
        if let campaign = delivery.campaign {
            moments.append(
                Moment(
                    time: delivery.updatedAt, source: "gateway",
                    text: "the notification belongs to the campaign \(campaign)"))
        }
        moments.append(
            Moment(
                time: delivery.updatedAt, source: "gateway",
                text: GatewayText.state(delivery)))
        if let diagnosis = sending.diagnosis {
            moments.append(
                Moment(time: delivery.updatedAt, source: "gateway", text: diagnosis))
        }
        return moments
    }

    private var serviceMoments: [Moment] {
        guard let report else { return [] }
        let environment = report.environment.rawValue
        guard report.stage != .rejected else {
            return [
                Moment(
                    time: report.time, source: "APNs",
                    text: "rejected in \(environment): \(report.status) "
                        + "\(report.reason?.rawValue ?? ""): \(report.note)")
            ]
        }
        return [
            Moment(
                time: report.time, source: "APNs",
                text: "accepted (200) in \(environment), \(report.payloadByteCount) bytes")
        ]
            + (report.arrival == nil
                ? [Moment(time: report.time, source: "APNs", text: report.note)] : [])
    }

    private var phoneMoments: [Moment] {
        guard let arrival = report?.arrival else { return [] }
        let wait = arrival.wasStored ? "from APNs' store: " : ""
        return [
            Moment(
                time: arrival.time, source: "phone", text: wait + arrival.summary,
                rule: arrival.reasons.first)
        ]
            + calls.map { call in
                let detail = call.detail.map { ": \(OneLine.text($0))" } ?? ""
                return Moment(
                    time: call.time, source: "app", text: call.name + detail, rule: call.rule)
            }
    }
}

/// Descriptions of the gateway's states and reasons.
enum GatewayText {
    /// Returns a delivery's state as a sentence.
    static func state(_ delivery: DeliveryResource) -> String {
        let attempts =
            delivery.attempts == 1 ? "attempt 1" : "\(delivery.attempts) attempts"
        let because = delivery.reason.map { ": \(meaning(of: $0, status: delivery.status))" } ?? ""
        return switch delivery.state {
        case .queued: "waiting for the next attempt, after \(attempts)\(because)"
        case .sending: "on its way to APNs, \(attempts)"
        case .accepted: "APNs accepted it, \(attempts)"
        case .rejected: "APNs rejected it permanently, \(attempts)\(because)"
        case .expired: "the message expired before APNs accepted it, \(attempts)\(because)"
        case .cancelled: "the gateway cancelled it\(because)"
        case .suppressed: "the gateway decided not to send it\(because)"
        }
    }

    /// Returns the meaning of a reason that APNs or the gateway specified.
    static func meaning(of reason: String, status: Int?) -> String {
        if let row = RejectionReason(rawValue: reason).row {
            return "\(status ?? row.status) \(reason): \(row.meaning)"
        }
        return known[reason]?.meaning ?? OneLine.text(reason)
    }

    static func remedy(for reason: String) -> String? {
        RejectionReason(rawValue: reason).row?.remedy ?? known[reason]?.remedy
    }

    private static let newToken =
        "let the app register again: an installed app sends its token at its next launch"

    private static let known: [String: (meaning: String, remedy: String)] = [
        "token_dead": ("APNs reported earlier that this token is invalid", newToken),
        "token_replaced": ("the app has registered a newer token", newToken),
        "token_removed": (
            "the installation was deleted, or the app no longer uses the token", newToken
        ),
        "token_ended": ("the app reported that it no longer uses this token", newToken),
        "token_moved": (
            "the token now belongs to another user", "send to the current user of the app"
        ),
        "installation_deleted": ("the installation was deleted", newToken),
        "no_consent": (
            "the app has reported that the person does not allow notifications",
            "ask the person to allow them in Settings and open the app; to send anyway: PUT "
                + "/v1/apps/BUNDLE-ID with \"denied\":\"send\""
        ),
        "no_credential": (
            "the app has no key for APNs", "store one with: bellhop app apns BUNDLE-ID"
        ),
        "request_not_possible": (
            "the message cannot be turned into a request to APNs",
            "check the payload's size and the topic: bellhop lint FILE"
        ),
        "not_sent": (
            "no connection to APNs could be made",
            "check the network of the gateway: TCP 443 to api.push.apple.com"
        ),
        "no_answer": (
            "APNs did not respond, and may have processed the notification",
            "wait; the gateway sends the notification again with the same apns-id"
        ),
        "not_from_apns": (
            "a proxy or another server responded instead of APNs",
            "check the network of the gateway: bellhop doctor --to production; the gateway sends "
                + "the notification again"
        ),
    ]
}
