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

/// Decides whether app code that has not finished hangs: that is when the whole process has been
/// idle for some time.
///
/// The elapsed time alone is not sufficient: on a busy machine, code may take long without hanging.
/// A process that uses no processor time, although its other work gets a chance to run in between,
/// is waiting for an external event.
struct HangWatch {
    /// The share of one processor up to which a process counts as idle.
    static let idleShare = 0.05

    /// How long the process has to be idle.
    let idleMin: Duration
    private var start: (time: Duration, processorTime: Duration)

    /// - Parameters:
    ///   - time: the current time, on a monotonic clock.
    ///   - processorTime: the processor time that the process has used up to now.
    init(idleMin: Duration, time: Duration, processorTime: Duration) {
        self.idleMin = idleMin
        start = (time, processorTime)
    }

    /// Checks again; true when the process has been idle for long enough.
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
