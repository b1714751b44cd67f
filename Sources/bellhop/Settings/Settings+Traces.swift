// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayTracing
import LocalSystem
import Logging

extension Settings {
    /// Checks that the command line specifies a share of traces only if traces are recorded. The
    /// environment and the file may specify a share even if traces are not recorded.
    ///
    /// - Throws: ``CommandFailure`` with status 64.
    func checkTraces() throws {
        guard self[.traceShare].origin.rank < 3 || text(.traces) != nil else {
            throw CommandFailure(
                .usage,
                "\(Setting.traceShare.flag) needs \(Setting.traces.flag); add the file for traces")
        }
    }

    /// Opens the file for traces and makes the tracer of this process. Returns `nil` if no file is
    /// given. The process may call this only once, before it creates the gateway.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if the file cannot be written.
    func installTraces(logger: Logger) throws -> GatewayTraces? {
        guard let path = text(.traces), let recorded = TraceShare(share(.traceShare)) else {
            return nil
        }
        do throws(SystemError) {
            return try GatewayTraces.install(
                path: path, share: recorded, version: ToolVersion.current, logger: logger)
        } catch {
            let cause = error.isExistingFile ? "it is not a regular file" : "\(error)"
            throw CommandFailure(
                .cannotCreate,
                "cannot write traces to \(path.printable): \(cause); choose another file with "
                    + Setting.traces.flag)
        }
    }
}
