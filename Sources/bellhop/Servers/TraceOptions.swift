// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayTracing
import LocalSystem
import Logging

/// The options for the traces of the gateway.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file to which traces are appended as OTLP in JSON, for OpenTelemetry's Collector.",
            discussion: """
                A line contains the spans of about a second: requests, attempts to deliver single \
                messages, batches of campaigns. At 64 MiB the file is renamed to FILE.1, and a new \
                one begins. Each gateway needs a file of its own. Default: no traces
                """, valueName: "file"), completion: .file())
    var traces: String?

    @Option(
        name: .customLong("trace-share"),
        help: ArgumentHelp(
            "The share of traces that are recorded, from 0 to 1.",
            discussion: """
                Requests that belong to a trace of the caller, by the header traceparent, are \
                recorded if the caller records them, whatever the share is. Default: 0.01
                """, valueName: "share"))
    var share: Double?

    func validate() throws {
        guard TraceShare(share ?? TraceShare.standard) != nil else {
            throw ValidationError("--trace-share takes a number from 0 to 1")
        }
        guard traces != nil || share == nil else {
            throw ValidationError("--trace-share needs --traces")
        }
    }

    /// Opens the file and makes the tracer of this process. Returns `nil` without `--traces`.
    func install(logger: Logger) throws -> GatewayTraces? {
        guard let path = traces, let share = TraceShare(share ?? TraceShare.standard) else {
            return nil
        }
        do throws(SystemError) {
            return try GatewayTraces.install(
                path: path, share: share, version: ToolVersion.current, logger: logger)
        } catch {
            let cause = error.isExistingFile ? "it is not a regular file" : "\(error)"
            throw CommandFailure(
                .cannotCreate,
                "cannot write traces to \(path.printable): \(cause); choose another file with "
                    + "--traces")
        }
    }
}
