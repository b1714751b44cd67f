// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A request to work for minutes while the phone is idle. Available since iOS 13.0. The virtual
/// phone rejects such a request with the error `unavailable`.
public class BGProcessingTaskRequest: BGTaskRequest, @unchecked Sendable {
    /// Creates a request for the task with this identifier.
    public convenience init(identifier: String) {
        self.init(record: Record(identifier: identifier, isProcessing: true))
    }

    /// Whether the task requires network connectivity; `false` by default.
    public var requiresNetworkConnectivity: Bool {
        get { record.requiresNetworkConnectivity }
        set { change { $0.requiresNetworkConnectivity = newValue } }
    }

    /// Whether the task requires external power; `false` by default.
    public var requiresExternalPower: Bool {
        get { record.requiresExternalPower }
        set { change { $0.requiresExternalPower = newValue } }
    }
}
