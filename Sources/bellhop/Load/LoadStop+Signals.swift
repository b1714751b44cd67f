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
    /// Stops the run on the first Ctrl-C or SIGTERM. The second one ends the process as usual.
    func setOnSignal() async {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        for await _ in signals { break }
        guard !Task.isCancelled else { return }
        set()
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
}
