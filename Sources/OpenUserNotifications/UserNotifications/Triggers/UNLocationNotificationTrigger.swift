// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A trigger that fires when the person enters or leaves a region. Available since iOS 10.0.
public class UNLocationNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// Creates a trigger for a region's boundary; the region's `notifyOnEntry` and `notifyOnExit`
    /// select the directions.
    public convenience init(region: CLRegion, repeats: Bool) {
        self.init(record: Record(kind: .location(region.record), repeats: repeats))
    }

    /// The region, as it was when the trigger was created.
    public var region: CLRegion {
        guard case .location(let region) = record.kind else {
            return CLRegion(record: CLRegion.Record(identifier: ""))
        }
        return region.object
    }
}
