// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
package import ControlAPI
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

// The requests of senders, and the faults in the responses to these requests.
extension SimulatorHost {
    package func faults() async throws -> [FaultView] { try service.faults.map(view) }

    package func addFault(_ fault: Data) async throws -> FaultView {
        guard let object = (try? JSONReader.read(fault))?.value.objectValue else {
            throw ControlProblem(
                .badRequest,
                "the body must be a JSON object, such as "
                    + #"{"fault":"status","status":503,"count":1}"#)
        }
        for member in object.members where !ServiceFault.keys.contains(member.key) {
            throw ControlProblem(
                .badRequest,
                "there is no key \"\(member.key.prefix(64))\"; use one of "
                    + ServiceFault.keys.joined(separator: ", "))
        }
        do {
            let read = try ControlJSON.decode(ServiceFault.self, from: fault)
            return try view(service.addFault(read))
        } catch let error as FaultError {
            throw ControlProblem(.badRequest, error.description)
        } catch {
            let kinds = ServiceFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlProblem(
                .badRequest, "\(ControlServer.reason(error)); \"fault\" is one of \(kinds)")
        }
    }

    package func removeFault(_ reference: String?) async throws {
        guard let reference else { return service.removeFaults() }
        guard service.removeFault(reference) else {
            throw ControlProblem(
                .notFound,
                "there is no fault \"\(reference.prefix(64))\"; GET /v1/faults lists the active "
                    + "faults"
            )
        }
    }

    private func view(_ entry: FaultPlan.Entry) throws -> FaultView {
        let fault = try JSONReader.read(ControlJSON.encode(entry.fault)).value
        return FaultView(
            id: entry.id, fault: fault, isActive: entry.start <= time.now,
            affected: entry.affectedCount,
            remaining: entry.remainingCount)
    }

    package func requests(_ query: RequestQuery) async throws -> RequestPage {
        if query.wait > .zero {
            let observed = changes.stream()
            let clock = waitTime
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in observed where self.entries(query).count >= query.count {
                        return
                    }
                }
                group.addTask { try? await clock.sleep(for: query.wait) }
                await group.next()
                group.cancelAll()
            }
        }
        let entries = entries(query)
        return RequestPage(
            requests: entries.map { RequestReport($0) }, next: entries.last?.sequence ?? query.after
        )
    }

    /// Returns the first or the last matching entries of the log, in order from the oldest to the
    /// newest.
    private func entries(_ query: RequestQuery) -> [ServiceLogEntry] {
        var criteria = ServiceLog.Query(
            apnsID: query.apnsID, bundleID: query.app, environment: query.environment,
            afterSequence: max(query.after, forgottenUpTo.withLock { $0 }),
            countMax: query.prefersNewest
                ? query.limit : ServiceLog.Query.countBounds.upperBound)
        criteria.token = query.token
        criteria.pushType = query.pushType
        criteria.status = query.status
        criteria.reason = query.reason
        criteria.collapseID = query.collapseID
        return Array(service.log(criteria).prefix(query.limit))
    }
}
