// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Counts the reads from the server and gives each PING a number, to distinguish a silent server
/// from a slow server.
struct KeepAlive: Sendable {
    /// The number of reads.
    private(set) var readCount: UInt64 = 0
    private var readCountAtIdleCheck: UInt64 = 0
    private var pingNumber: UInt64 = 0
    /// The number that identifies the PING whose acknowledgement is missing.
    private(set) var outstandingPing: UInt64?

    mutating func countRead() { readCount += 1 }

    /// Returns whether nothing was received since the last check.
    mutating func checkIdle() -> Bool {
        defer { readCountAtIdleCheck = readCount }
        return readCount == readCountAtIdleCheck
    }

    /// Returns the number that identifies the next PING; `nil` while a PING is outstanding.
    mutating func nextPing() -> UInt64? {
        guard outstandingPing == nil else { return nil }
        pingNumber += 1
        outstandingPing = pingNumber
        return pingNumber
    }

    /// Handles the acknowledgement of a PING. Returns whether that PING was outstanding.
    mutating func acknowledge(_ number: UInt64) -> Bool {
        guard number == outstandingPing else { return false }
        outstandingPing = nil
        return true
    }
}
