// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A time of the database's clock, in whole milliseconds since 1970.
///
/// This clock measures all times on which nodes have to agree (leases, due times, deadlines),
/// because the clocks of several machines differ.
package struct DatabaseTime: Hashable, Comparable, Sendable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static func < (a: DatabaseTime, b: DatabaseTime) -> Bool {
        a.milliseconds < b.milliseconds
    }

    package static func + (time: DatabaseTime, span: Duration) -> DatabaseTime {
        DatabaseTime(milliseconds: time.milliseconds + span.wholeMilliseconds)
    }

    package static func - (a: DatabaseTime, b: DatabaseTime) -> Duration {
        .milliseconds(a.milliseconds - b.milliseconds)
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
