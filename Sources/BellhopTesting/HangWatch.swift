// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// Decides when app code that has not finished hangs: when the whole process has done nothing for
/// some time.
///
/// The time alone proves nothing: on a busy machine code takes long that is not hanging. A process
/// that uses no processor time, though other work of its own is let in between, waits for something
/// that does not come from it.
struct HangWatch {
    /// How much of one processor a process may use that does nothing.
    static let idleShare = 0.05

    /// How long the process has to be idle.
    let idleMin: Duration
    private var start: (time: Duration, processorTime: Duration)

    /// - Parameters:
    ///   - time: the time now, on a clock that does not jump.
    ///   - processorTime: what the process has used until now.
    init(idleMin: Duration, time: Duration, processorTime: Duration) {
        self.idleMin = idleMin
        start = (time, processorTime)
    }

    /// Looks again; true when the process has been idle for long enough.
    mutating func isHanging(time: Duration, processorTime: Duration) -> Bool {
        guard processorTime - start.processorTime <= idleMin * Self.idleShare else {
            start = (time, processorTime)
            return false
        }
        return time - start.time >= idleMin
    }

    /// The processor time that this process has used.
    static var processorTime: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
        return Duration(
            secondsComponent: Int64(clamping: time.tv_sec),
            attosecondsComponent: Int64(clamping: time.tv_nsec) * 1_000_000_000)
    }
}
