// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayTracing
import LocalSystem
import Logging

extension Settings {
    /// Checks that a share on the command line has traces to which it applies. In the environment
    /// and in the file, a share may wait for traces that are switched on later.
    ///
    /// - Throws: ``CommandFailure`` with status 64.
    func checkTraces() throws {
        guard self[.traceShare].origin.rank < 3 || text(.traces) != nil else {
            throw CommandFailure(
                .usage,
                "\(Setting.traceShare.flag) needs \(Setting.traces.flag); add the file for traces")
        }
    }

    /// Opens the file and makes the tracer of this process. Returns `nil` without a file. The
    /// process may call this only once, before it creates the gateway.
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
