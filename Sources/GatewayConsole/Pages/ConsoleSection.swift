// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An entry of the console's navigation.
package enum ConsoleSection: String, CaseIterable, Sendable {
    case compose, campaigns, devices, deliveries, health, tools, manage
    /// The virtual phones, which only `bellhop up` has.
    case phones

    /// The path of the section's first page.
    var path: String { self == .phones ? "/" : "/console/\(rawValue)" }

    /// The heading under which the navigation shows the section, as a key of the catalogue.
    var group: String {
        switch self {
        case .compose, .campaigns, .phones: "nav.send"
        case .devices, .deliveries, .health: "nav.watch"
        case .tools, .manage: "nav.set_up"
        }
    }

    /// The order of the navigation.
    static let navigation: [[ConsoleSection]] = [
        [.compose, .campaigns, .phones], [.devices, .deliveries, .health], [.tools, .manage],
    ]

    /// The paths of the icon, for a view box of 20 by 20.
    var icon: String {
        switch self {
        case .compose: "M4 13.5V16h2.5L15 7.5 12.5 5zM11 6.5 13.5 9"
        case .campaigns: "M3.5 8v4h3l6 3.5v-11L6.5 8zM15.5 7.5a4 4 0 0 1 0 5"
        case .devices: "M6 2.5h8v15H6zM9 15h2"
        case .deliveries: "M3 5.5h14M3 10h14M3 14.5h9"
        case .health: "M2.5 10.5h3.5l2-5.5 4 10 2-4.5h3.5"
        case .tools:
            "M12.5 3.5a4 4 0 0 0-3.7 5.5L3.5 14.3 5.7 16.5l5.3-5.3a4 4 0 0 0 5.3-4.7l-2.3 2-2-2z"
        case .manage: "M3 6h8M15 6h2M13 4v4M3 14h2M9 14h8M7 12v4"
        case .phones: "M3.5 2.5h6v11h-6zM11.5 6.5h5v11h-6v-2"
        }
    }
}
