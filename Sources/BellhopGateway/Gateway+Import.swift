// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

extension Gateway {
    /// Registers many installations that a server already has. Each line of the body is a JSON
    /// object with the installation's identifier in `id`.
    ///
    /// An invalid line is reported, and the other lines are still registered. Sending the same
    /// lines again changes only times.
    ///
    /// - Parameters:
    ///   - body: at most `GatewayLimits.importLinesMax` lines.
    ///   - limit: the permitted apps; lines of other apps are reported as invalid.
    public func importInstallations(
        _ body: [UInt8], within limit: AppLimit = .none
    ) async throws -> InstallationImportResource {
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let written = lines.enumerated().filter { !$0.element.allSatisfy { $0 <= 0x20 } }
        guard written.count <= GatewayLimits.importLinesMax else {
            throw Problem(
                .bodyTooLarge,
                "the body has more than \(GatewayLimits.importLinesMax) lines; send them in parts")
        }
        var problems: [InstallationImportResource.LineProblem] = []
        var registrations: [(line: Int, registration: Registration)] = []
        var declared: [String: [String: AttributeKind]] = [:]
        for (index, bytes) in written {
            do {
                let line = try InstallationLine(reading: Array(bytes))
                try Self.check(installationID: line.id, timeZone: line.request.timeZone)
                try limit.check(line.request.app)
                var registration = Registration(id: line.id, line.request)
                registration.tags = line.tags
                if !line.attributes.values.isEmpty {
                    let app = line.request.app
                    if declared[app] == nil { declared[app] = try await self.declared(by: app) }
                    registration.attributes = try Self.checked(
                        line.attributes, declared[app, default: [:]], app: app)
                }
                registrations.append((index + 1, registration))
            } catch let error as Problem {
                problems.append(.init(line: index + 1, detail: error.detail))
            }
        }
        try await createMissingApps(Set(registrations.map(\.registration.bundleID)))
        let outcomes = try await store.register(registrations.map(\.registration), now: time.now)
        var count = 0
        for (one, outcome) in zip(registrations, outcomes) {
            switch outcome {
            case .registered: count += 1
            case .appNotFound:
                let problem = Problem.appNotFound(one.registration.bundleID)
                problems.append(.init(line: one.line, detail: problem.detail))
            case .otherApp(let bundleID):
                let problem = Problem.installationOfOtherApp(bundleID)
                problems.append(.init(line: one.line, detail: problem.detail))
            case .tooManyTags:
                problems.append(.init(line: one.line, detail: Problem.tooManyTags.detail))
            }
        }
        worker.wake()
        return InstallationImportResource(
            registered: count, problems: problems.sorted { $0.line < $1.line })
    }

    /// Creates the apps that do not exist, if the configuration has a credential for new apps.
    ///
    /// A text that is not a bundle identifier is ignored here; the lines that contain it are
    /// reported later.
    private func createMissingApps(_ bundleIDs: Set<String>) async throws {
        guard let credential = credentialOfNewApps else { return }
        for bundleID in bundleIDs where try await store.app(bundleID: bundleID) == nil {
            do {
                _ = try await putApp(bundleID: bundleID, name: bundleID, userProof: .off)
                _ = try await putCredential(bundleID: bundleID, credential)
            } catch is Problem {}
        }
    }
}
