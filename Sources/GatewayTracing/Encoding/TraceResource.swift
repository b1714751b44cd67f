// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The program whose spans a file contains, in the attributes of OpenTelemetry's conventions.
package struct TraceResource: Hashable, Sendable {
    /// The value of `service.name`.
    package static let serviceName = "bellhop-gateway"

    /// The value of `service.version`.
    package let version: String
    /// The value of `service.instance.id`, which distinguishes gateways and their restarts.
    package let instance: String

    package init(version: String, instance: String) {
        self.version = version
        self.instance = instance
    }
}
