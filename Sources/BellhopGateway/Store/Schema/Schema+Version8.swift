// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Version 8: the indexes by which an inbox finds the campaigns of its app and, in each campaign,
/// the unit that contains the inbox's installation.
///
/// Since this version, `receipt` also has the receipts of campaigns; see ``SQLReceipts``. A
/// campaign may have many receipts, so an index contains receipts in the order in which they are
/// listed. Earlier versions ignore the receipts of campaigns.
extension Schema {
    static let version8 = SchemaVersion(
        number: 8,
        up: [
            .run("CREATE INDEX campaign_of_app ON campaign (app, no)"),
            .run("CREATE INDEX unit_of_numbers ON unit (campaign, first)"),
            .run("CREATE INDEX receipt_of_message ON receipt (message, no)"),
        ],
        down: ["receipt_of_message", "unit_of_numbers", "campaign_of_app"].map {
            .run("DROP INDEX \(text: $0)")
        })
}
