// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The address of an endpoint that is not an APNs device token. It is secret.
package struct ForeignAddress: Hashable, Sendable {
    /// The transport; never `apns`.
    package let transport: PushTransport
    /// The address as it is stored, in a form that only its transport reads.
    package let bytes: [UInt8]

    package init(transport: PushTransport, bytes: [UInt8]) {
        self.transport = transport
        self.bytes = bytes
    }
}

extension ForeignAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(transport.rawValue) \(ShortHash.hex(bytes))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["transport": transport]) }
}
