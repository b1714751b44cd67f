// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSService
import APNSWire

/// The log of all requests to a test's APNs, in order from the oldest to the newest. Its
/// description has one line for each request.
public struct TestAPNSLog: RandomAccessCollection, Hashable, Sendable, CustomStringConvertible {
    private let entries: [ServiceLogEntry]

    init(_ entries: [ServiceLogEntry]) { self.entries = entries }

    public var startIndex: Int { entries.startIndex }
    public var endIndex: Int { entries.endIndex }
    public subscript(position: Int) -> ServiceLogEntry { entries[position] }

    /// The log as text with one line for each request, for instance `2026-01-01T00:00:00Z  200
    /// alert to com.example.chat (8f3a…)  31 bytes, priority 10  delivered`.
    public var description: String {
        entries.isEmpty
            ? "no requests" : entries.map { "\($0)" }.joined(separator: "\n")
    }
}
