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

/// Everything the page shows, sent whole after every change.
struct ConsoleState: Codable {
    /// How many deliveries and callbacks the page shows.
    static let deliveryCountMax = 30
    static let callbackCountMax = 40

    /// One delivery as the page lists it.
    struct Line: Codable {
        let id: String
        let time: Date
        let bundleID: String?
        /// `200`, or the status and reason of a refusal.
        let status: String
        let what: String
        let detail: String
        let isGood: Bool

        enum CodingKeys: String, CodingKey {
            case id, time, status, what, detail
            case bundleID = "bundle_id"
            case isGood = "is_good"
        }

        init(_ report: DeliveryReport) {
            id = report.apnsID.text
            time = report.time
            bundleID = report.arrival?.bundleID ?? report.topic.map { Topic($0).bundleID }
            status =
                report.reason.map { "\(report.status) \($0.rawValue)" } ?? String(report.status)
            what = report.stage == .rejected ? report.note : report.summary
            detail = [
                report.environment.rawValue, report.pushType?.rawValue,
                report.priority.map { "priority \($0)" }, "\(report.payloadByteCount) bytes",
                report.collapseID.map { "collapse id \($0)" }, "apns-id \(report.apnsID.text)",
            ].compactMap { $0 }.joined(separator: " · ")
            isGood = report.isGood
        }
    }

    let phone: DeviceView
    let trace: [CallbackView]
    let log: [Line]
    let user: String
    let curl: String

    /// Asks the simulator.
    init(_ backend: ConsoleBackend) async throws {
        guard let phone = try await backend.control.devices().first else {
            throw ConsoleFailure("there is no phone; make one with: bellhop device create")
        }
        self.phone = phone
        trace = Array(try await backend.control.trace(of: phone.id).prefix(Self.callbackCountMax))
        log = try await backend.control.deliveries(limit: Self.deliveryCountMax).map(Line.init)
        user = backend.user
        curl = try await backend.curl()
    }
}
