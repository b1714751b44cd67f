// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to run in the background. Available since iOS 13.0. Apps use one of the subclasses.
public class BGTaskRequest: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a request.
    public struct Record: ValueRecord {
        package var identifier: String
        package var earliestBeginDate: Date?
        package var isProcessing = false
        package var requiresNetworkConnectivity = false
        package var requiresExternalPower = false
    }

    /// The task's identifier, which must be one of the identifiers that the Info.plist permits.
    public var identifier: String { record.identifier }

    /// The date before which the task does not start; `nil` for no limit.
    public var earliestBeginDate: Date? {
        get { record.earliestBeginDate }
        set { change { $0.earliestBeginDate = newValue } }
    }

    /// Returns a request with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        record.isProcessing
            ? BGProcessingTaskRequest(record: record) : BGAppRefreshTaskRequest(record: record)
    }
}
