// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The table of the console's pages.
package enum ConsolePages {
    package static let table: [ConsolePage] =
        compose + campaigns + devices + deliveries + health + tools + manage + [design]

    /// The page that shows every component of the design system.
    private static let design = ConsolePage(
        "/console/design", title: "design.title", lead: "design.lead", section: nil,
        template: "design", scripts: ["design.js"], strings: ["design"])
}
