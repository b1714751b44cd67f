// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The line that shows the progress of a run. It is redrawn in place.
package enum LoadProgress {
    /// The time between redraws.
    package static let interval = Duration.milliseconds(250)
    private static let width = 24

    /// Returns the text of the line, without the codes that move the cursor.
    package static func line(_ tally: LoadTally, plan: LoadPlan, elapsed: Duration) -> String {
        let share = plan.progress(responseCount: tally.count, elapsed: elapsed)
        let filled = Int(saturating: share * Double(width))
        let bar = LoadReport.bar(filled) + String(repeating: "░", count: width - filled)
        let rate =
            elapsed > .zero ? Int(saturating: Double(tally.count) / elapsed.inSeconds) : 0
        let failed = tally.failedCount == 0 ? "" : ", \(tally.failedCount) not accepted"
        let percent = Int(saturating: share * 100)
        return "\(bar) \(percent) %  \(tally.count) responses\(failed), \(rate) a second, "
            + "p99 \(LoadReport.time(tally.latencies.quantile(0.99)))"
    }
}
