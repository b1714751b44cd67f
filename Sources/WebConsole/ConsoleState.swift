// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The whole state of the page. The server sends it after every change.
struct ConsoleState: Codable {
    /// The maximum number of deliveries on the page.
    static let deliveryCountMax = 30
    /// The number of latest deliveries to all phones in which deliveries to the shown phone are
    /// searched for.
    static let searchedDeliveryCountMax = 200
    /// The maximum number of callbacks that the page shows.
    static let callbackCountMax = 40
    /// The maximum number of messages to Android phones and browsers that the page shows.
    static let otherCountMax = 30

    /// One delivery as the page lists it.
    struct Line: Codable {
        let id: String
        let time: Date
        let bundleID: String?
        /// `200`, or the status and the reason of a rejection.
        let status: String
        let what: String
        /// The text of the notification; `nil` if ``what`` already contains it, or if the
        /// notification is not on the phone.
        let subject: String?
        let detail: String
        /// The outcome, for the label in the list.
        let fate: DeliveryFate
        /// The rules that caused the phone's reaction, beginning with the decisive rule.
        let reasons: [RuleID]

        enum CodingKeys: String, CodingKey {
            case id, time, status, what, subject, detail, fate, reasons
            case bundleID = "bundle_id"
        }

        init(_ report: DeliveryReport, on phone: DeviceView?) {
            id = report.apnsID.text
            time = report.time
            bundleID = report.arrival?.bundleID ?? report.topic.map { Topic($0).bundleID }
            status =
                report.reason.map { "\(report.status) \($0.rawValue)" } ?? String(report.status)
            let outcome = report.stage == .rejected ? report.note : report.summary
            what = outcome
            detail = [
                report.environment.rawValue, report.pushType?.rawValue,
                report.priority.map { "priority \($0)" }, "\(report.payloadByteCount) bytes",
                report.collapseID.map { "collapse id \($0)" }, "apns-id \(report.apnsID.text)",
            ].compactMap { $0 }.joined(separator: " · ")
            fate = DeliveryFate(report)
            let line = phone?.line(of: report.apnsID)
            subject = line.flatMap { outcome.contains($0) ? nil : $0 }
            reasons = report.arrival?.reasons ?? []
        }
    }

    /// A phone that the person can choose.
    struct Choice: Codable {
        let id: String
        let name: String
        let model: String
    }

    let phones: [Choice]
    /// The phone that the person chose or, if there is no such phone, the first phone; `nil` if
    /// there are no phones.
    let phone: DeviceView?
    let trace: [CallbackView]
    let log: [Line]
    /// The messages to Android phones and browsers, the newest first.
    let others: [MessagingArrival]
    let user: String
    let curl: String

    /// Reads the state of a phone from the simulator. If no phone has the identifier, reads the
    /// state of the first phone.
    init(_ backend: ConsoleBackend, phone id: String?) async throws {
        let devices = try await backend.control.devices()
        phones = devices.map { Choice(id: $0.id, name: $0.name, model: $0.model) }
        let phone = devices.first { $0.id == id } ?? devices.first
        self.phone = phone
        if let phone {
            let calls = try await backend.control.trace(of: phone.id)
            trace = Array(calls.prefix(Self.callbackCountMax))
        } else {
            trace = []
        }
        let reports = try await backend.control.deliveries(limit: Self.searchedDeliveryCountMax)
        // A rejected request may belong to no phone, so the page shows it for every phone.
        log = reports.filter { $0.deviceID == nil || $0.deviceID == phone?.id }
            .prefix(Self.deliveryCountMax).map { Line($0, on: phone) }
        others = backend.others(Self.otherCountMax)
        user = backend.user
        curl = try await backend.curl()
    }
}

extension DeviceView {
    /// Returns the text of a request's notification in one line; `nil` if the notification is not
    /// on the phone.
    fileprivate func line(of id: APNSID) -> String? {
        for app in apps {
            let all = app.delivered + app.heldForSummary
            if let found = all.first(where: { $0.notification.apnsID == id }) {
                return found.notification.oneLine
            }
        }
        return nil
    }
}
