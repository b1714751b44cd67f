// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Logging
import Synchronization

/// Keeps everything that is logged, at every level.
struct CapturingLogHandler: LogHandler {
    private final class Lines: Sendable {
        let texts = Mutex<[String]>([])
    }

    private let kept = Lines()
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.trace

    var lines: [String] { kept.texts.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let provided = metadata.merging(metadataProvider?.get() ?? [:]) { own, _ in own }
        let all = provided.merging(event.metadata ?? [:]) { $1 }
        kept.texts.withLock { $0.append("\(event.level): \(event.message) \(all)") }
    }
}
