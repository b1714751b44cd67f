// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Version 9: templates, schedules, webhooks, people, results and the console.
///
/// The statements are grouped into one list for each purpose.
extension Schema {
    static let version9 = SchemaVersion(
        number: 9,
        up: templatesUp9 + schedulesUp9 + webhooksUp9 + peopleUp9 + resultsUp9 + consoleUp9
            + deliveriesUp9 + shadowUp9,
        down: shadowDown9 + deliveriesDown9 + consoleDown9 + resultsDown9 + peopleDown9
            + webhooksDown9
            + schedulesDown9 + templatesDown9)
}
