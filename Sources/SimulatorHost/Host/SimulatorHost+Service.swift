// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SimulatorHost {
    package func serviceOptions() async throws -> Data {
        try ControlJSON.encode(service.options, isPretty: true)
    }

    package func changeServiceOptions(_ changes: Data) async throws -> Data {
        guard let changes = (try? JSONReader.read(changes))?.value.objectValue else {
            throw ControlProblem(
                .badRequest, "the body must be a JSON object with switches and their new values")
        }
        let known = ServiceOptions.names
        for change in changes.members where !known.contains(change.key) {
            throw ControlProblem(
                .badRequest,
                "there is no switch \"\(change.key.prefix(64))\"; use one of "
                    + known.joined(separator: ", "))
        }
        do {
            try service.changeOptions { options in
                let current = try ControlJSON.encode(options)
                guard var object = try JSONReader.read(current).value.objectValue else { return }
                for change in changes.members {
                    object[change.key] = change.value == .null ? nil : change.value
                }
                options = try ControlJSON.decode(
                    ServiceOptions.self, from: Data(JSONWriter.write(.object(object))))
            }
        } catch let error as DecodingError {
            throw ControlProblem(.badRequest, ControlServer.reason(error))
        }
        return try await serviceOptions()
    }

    package func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport {
        let count = server.goAway(
            GoAway(
                reason: order.reason, text: order.text, errorCode: order.errorCode ?? 0,
                lastStream: order.lastStream), order.environment)
        return GoAwayReport(connections: count)
    }
}
