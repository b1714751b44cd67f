// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Keeps everything that is logged, at every level.
struct LogLines: LogHandler {
    private final class Kept: Sendable {
        let texts = Mutex<[String]>([])
    }

    private let kept = Kept()
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    var texts: [String] { kept.texts.withLock { $0 } }

    var logger: Logger { Logger(label: "test") { _ in self } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        kept.texts.withLock { $0.append("\(event.level): \(event.message)") }
    }
}
