// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayTracing
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes log entries to standard error, in one line each: time, level, label, message, metadata.
struct ConsoleLog: LogHandler {
    let label: String
    let format: OutputFormat
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(
        label: String, format: OutputFormat = .text,
        metadataProvider: Logger.MetadataProvider? = nil
    ) {
        self.label = label
        self.format = format
        self.metadataProvider = metadataProvider
    }

    /// Makes all loggers of the process write to standard error, and returns the logger of a
    /// command. The process may call this only once.
    ///
    /// - Parameter level: the lowest level that is logged; `warning` if there is no such level.
    static func makeLogger(level: String, format: OutputFormat) -> Logger {
        LoggingSystem.bootstrap(
            { ConsoleLog(label: $0, format: format, metadataProvider: $1) },
            metadataProvider: TraceMetadata.provider)
        var logger = Logger(label: "bellhop")
        logger.logLevel = Logger.Level(rawValue: level) ?? .warning
        return logger
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(metadataProvider?.get() ?? [:]) { own, _ in own }
        let time = TimeSource.system.now
        Console.note(
            format == .json
                ? Self.jsonLine(event, metadata: metadata, label: label, time: time)
                : Self.line(event, metadata: metadata, label: label, time: time))
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
    /// Returns an entry as one JSON object in one line, in which escapes replace hidden characters.
    static func jsonLine(
        _ event: LogEvent, metadata: Logger.Metadata, label: String, time: Date
    ) -> String {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        var object: JSONObject = [
            "time": .string(time.formatted(.iso8601)), "level": .string("\(event.level)"),
            "label": .string(label), "message": .string("\(event.message)"),
        ]
        if !all.isEmpty {
            var values: JSONObject = [:]
            for (key, value) in all.sorted(by: { $0.key < $1.key }) {
                values[key] = .string("\(value)")
            }
            object["metadata"] = .object(values)
        }
        return PrintableText.json(JSONWriter.text(.object(object)))
    }
}
