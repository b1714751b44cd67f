// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI

/// The page's access to the rest of the process: the simulator, the gateway and APNs.
package struct ConsoleBackend: Sendable {
    /// A message that the page's form posts to the gateway.
    package struct Message: Codable, Sendable {
        package var user: String
        package var title: String?
        package var body: String
    }

    package var control: any SimulatorControl
    /// Returns the number of light devices, which have a device token but are not full phones.
    package var lightDeviceCount: @Sendable () -> Int
    /// Returns a stream for one observer. The stream yields an element after every change.
    package var changes: @Sendable () -> AsyncStream<UInt64>
    /// Posts a message to the gateway, and returns the text that the page shows afterwards.
    package var post: @Sendable (Message) async throws -> String
    /// Sends a payload file through APNs to the phone with the given identifier, and returns the
    /// delivery report.
    package var push: @Sendable (APNSFile, _ phone: String) async throws -> DeliveryReport
    /// The default value of the form's user field.
    package var user: String
    /// Returns a shell command that posts a message. The command contains no secrets.
    package var curl: @Sendable () async throws -> String
    /// Returns the newest messages to Android phones and browsers, the newest first.
    package var others: @Sendable (_ countMax: Int) -> [MessagingArrival] = { _ in [] }
    package var time: TimeSource

    package init(
        control: any SimulatorControl, lightDeviceCount: @escaping @Sendable () -> Int,
        changes: @escaping @Sendable () -> AsyncStream<UInt64>,
        post: @escaping @Sendable (Message) async throws -> String,
        push: @escaping @Sendable (APNSFile, _ phone: String) async throws -> DeliveryReport,
        user: String,
        curl: @escaping @Sendable () async throws -> String, time: TimeSource = .system
    ) {
        self.control = control
        self.lightDeviceCount = lightDeviceCount
        self.changes = changes
        self.post = post
        self.push = push
        self.user = user
        self.curl = curl
        self.time = time
    }
}

/// The reason why a request of the page failed, in one line for the person.
package struct ConsoleFailure: Error, Sendable {
    package let detail: String

    package init(_ detail: String) { self.detail = detail }
}
