// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import UnixSignals
import Workbench

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension LoadStop {
    /// Traps Ctrl-C and SIGTERM. The caller must do this before it sends the first request, because
    /// an earlier signal ends the process without a report.
    static func trapSignals() async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: .sigint, .sigterm)
    }

    /// Stops the run on the first of these signals. A second signal ends the process as usual.
    func set(on signals: UnixSignalsSequence) async {
        for await _ in signals { break }
        guard !Task.isCancelled else { return }
        set()
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
