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

/// Determines whether unfinished app code hangs. Code is considered hanging when the whole process
/// has been idle for some time.
///
/// The elapsed time alone is not sufficient, because on a busy machine, code may take a long time
/// without hanging. If the process uses no processor time between two checks, although all of its
/// work had the chance to run, the process is waiting for an external event. If the process gets no
/// processor time because the machine is busy or a disk is slow, the process is not idle: the
/// checks then run late, and the delay is not counted as idle time.
struct HangWatch {
    /// The maximum share of one processor that an idle process uses.
    static let idleShare = 0.05
    /// The interval at which the caller calls ``isHanging(time:processorTime:)``.
    static let interval: Duration = .milliseconds(10)
    /// The maximum time between two checks that counts as idle time.
    static let countedMax = interval * 5

    /// The time for which the process must be idle before its code is considered hanging.
    let idleMin: Duration
    private var lastTime: Duration
    private var idleTime: Duration = .zero
    /// The processor time when `idleTime` was zero.
    private var startProcessorTime: Duration

    /// - Parameters:
    ///   - time: the current time, on a monotonic clock.
    ///   - processorTime: the processor time that the process has used so far.
    init(idleMin: Duration, time: Duration, processorTime: Duration) {
        self.idleMin = idleMin
        lastTime = time
        startProcessorTime = processorTime
    }

    /// Performs another check. Returns `true` when the process has been idle for ``idleMin``.
    mutating func isHanging(time: Duration, processorTime: Duration) -> Bool {
        let elapsed = time - lastTime
        lastTime = time
        guard processorTime - startProcessorTime <= idleMin * Self.idleShare else {
            startProcessorTime = processorTime
            idleTime = .zero
            return false
        }
        idleTime += min(elapsed, Self.countedMax)
        return idleTime >= idleMin
    }

    /// The processor time that this process has used so far; zero if the time cannot be read.
    static var processorTime: Duration {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return .zero }
        return Duration(
            secondsComponent: Int64(clamping: time.tv_sec),
            attosecondsComponent: Int64(clamping: time.tv_nsec) * 1_000_000_000)
    }
}
