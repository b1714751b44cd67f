// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

/// The line that shows the progress of a campaign. It is redrawn in place.
package enum CampaignProgress {
    private static let width = 24

    /// Returns the text of the line, without the codes that move the cursor.
    ///
    /// - Parameter total: the number of installations in the audience when the campaign started;
    ///   `nil` if it is unknown, and the line then has no bar.
    package static func line(_ campaign: CampaignResource, of total: Int?) -> String {
        let totals = campaign.totals
        let done =
            totals.accepted + totals.rejected + totals.expired + totals.suppressed
            + totals.cancelled
        var words = ["\(totals.accepted) accepted"]
        if done > totals.accepted { words.append("\(done - totals.accepted) not accepted") }
        if totals.retrying > 0 { words.append("\(totals.retrying) will be sent again") }
        let text = "\(campaign.state): \(words.joined(separator: ", "))"
        guard let total, total > 0 else { return text }
        // Installations that were added after the audience was counted make the share too large.
        let share = min(1, Double(done) / Double(total))
        let filled = Int(saturating: share * Double(width))
        let bar = LoadReport.bar(filled) + String(repeating: "░", count: width - filled)
        return "\(bar) \(Int(saturating: share * 100)) %  \(text)"
    }
}
