// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Tracing

/// The tracer of this process, with which the gateway makes spans.
enum ProcessTracer {
    /// Returns the tracer; `nil` if the process has none. The gateway then makes neither spans nor
    /// texts for them.
    static func current() -> (any Tracer)? {
        let tracer = InstrumentationSystem.tracer
        return tracer is NoOpTracer ? nil : tracer
    }
}
