// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A wish to work for minutes while the phone is idle. Apple: since iOS 13.0.
public class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// A request for the task with this name.
    public convenience init(identifier: String) {
        self.init(record: Record(identifier: identifier, isProcessing: true))
    }

    /// Whether it needs the network; false by default.
    public var requiresNetworkConnectivity: Bool {
        get { record.requiresNetworkConnectivity }
        set { change { $0.requiresNetworkConnectivity = newValue } }
    }

    /// Whether it needs the charger; false by default.
    public var requiresExternalPower: Bool {
        get { record.requiresExternalPower }
        set { change { $0.requiresExternalPower = newValue } }
    }
}
