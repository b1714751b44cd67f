// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ControlAPI
import DeviceModel

/// The outcome of a delivery, as the page's list shows it.
enum DeliveryFate: String, Codable, Sendable, CaseIterable {
    /// APNs refused the request.
    case rejected
    case underWay = "under-way"
    /// APNs stores the notification until the phone is online.
    case stored
    /// The phone holds the notification back for now.
    case held
    case discarded
    /// A Focus silenced the notification. The notification is in Notification Center.
    case silenced
    /// The notification is only in Notification Center, for a reason other than a Focus.
    case quiet
    /// The notification was shown, or the app or the system received the push.
    case delivered

    init(_ report: DeliveryReport) {
        self =
            switch report.stage {
            case .rejected: .rejected
            case .underWay: .underWay
            case .stored: .stored
            case .discarded: .discarded
            case .delivered: report.arrival.map(Self.init) ?? .delivered
            }
    }

    private init(_ arrival: Arrival) {
        self =
            switch arrival.outcome {
            case .held: .held
            case .discarded: .discarded
            case .listedQuietly: arrival.isSilencedByFocus ? .silenced : .quiet
            case .soundOrBadgeOnly: arrival.isSilencedByFocus ? .silenced : .delivered
            case .shown, .ranInBackground, .handledByApp, .receiptOnly: .delivered
            }
    }
}

extension Arrival {
    /// The rules according to which a Focus or the app's Focus filter prevents an alert.
    private static let focusRules: [RuleID] = ["INT-1", "INT-9"]

    fileprivate var isSilencedByFocus: Bool { reasons.contains { Self.focusRules.contains($0) } }
}
