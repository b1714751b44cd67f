// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes log entries to standard error, in one line each: time, level, label, message, metadata.
struct ConsoleLog: LogHandler {
    let label: String
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(label: String, metadataProvider: Logger.MetadataProvider? = nil) {
        self.label = label
        self.metadataProvider = metadataProvider
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { own, _ in own }
        Console.note(
            Self.line(event, metadata: metadata, label: label, time: TimeSource.system.now))
    }

    /// Returns an entry as one line, in which visible text replaces hidden characters.
    static func line(
        _ event: LogEvent, metadata: Logger.Metadata, label: String, time: Date
    ) -> String {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let values = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let parts =
            [time.formatted(.iso8601), "\(event.level)", label + ":", "\(event.message)"] + values
        return parts.joined(separator: " ").printable
    }
}
