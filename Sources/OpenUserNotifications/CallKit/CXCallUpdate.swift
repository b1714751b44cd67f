// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The information about a call. Available since iOS 10.0.
public class CXCallUpdate: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of an update.
    public struct Record: ValueRecord {
        package var remoteHandle: CXHandle.Record?
        package var localizedCallerName: String?
        package var hasVideo = false
        package var supportsHolding = true
        package var supportsGrouping = true
        package var supportsUngrouping = true
        package var supportsDTMF = true
    }

    /// Creates an empty update.
    public convenience init() { self.init(record: Record()) }

    /// The handle of the caller.
    public var remoteHandle: CXHandle? {
        get { record.remoteHandle.map { CXHandle(record: $0) } }
        set {
            let handle = newValue?.record
            change { $0.remoteHandle = handle }
        }
    }
    /// The caller's name as the phone shows it.
    public var localizedCallerName: String? {
        get { record.localizedCallerName }
        set { change { $0.localizedCallerName = newValue } }
    }
    /// Whether the call is a video call.
    public var hasVideo: Bool {
        get { record.hasVideo }
        set { change { $0.hasVideo = newValue } }
    }
    /// Whether the call can be put on hold.
    public var supportsHolding: Bool {
        get { record.supportsHolding }
        set { change { $0.supportsHolding = newValue } }
    }
    /// Whether the call can be grouped with other calls.
    public var supportsGrouping: Bool {
        get { record.supportsGrouping }
        set { change { $0.supportsGrouping = newValue } }
    }
    /// Whether the call can be removed from a group.
    public var supportsUngrouping: Bool {
        get { record.supportsUngrouping }
        set { change { $0.supportsUngrouping = newValue } }
    }
    /// Whether the call can send DTMF tones.
    public var supportsDTMF: Bool {
        get { record.supportsDTMF }
        set { change { $0.supportsDTMF = newValue } }
    }

    /// Returns an update with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any { CXCallUpdate(record: record) }
}
