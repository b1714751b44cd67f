// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

extension Gateway {
    /// A line that was read, and its number in the body.
    private struct ReadLine {
        let line: Int
        let registration: Registration
    }

    /// Registers many installations that a server already has. Each line of the body is a JSON
    /// object with the installation's identifier in `id`.
    ///
    /// An invalid line is reported, and the other lines are still registered. Sending the same
    /// lines again changes only timestamps.
    ///
    /// - Parameters:
    ///   - body: at most `GatewayLimits.importLinesMax` lines.
    ///   - isDryRun: whether the lines are only checked, and nothing is stored.
    ///   - limit: the permitted apps; lines of other apps are reported as invalid.
    public func importInstallations(
        _ body: [UInt8], isDryRun: Bool = false, within limit: AppLimit = .none
    ) async throws -> InstallationImportResource {
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let written = lines.enumerated().filter { !$0.element.allSatisfy { $0 <= 0x20 } }
        guard written.count <= GatewayLimits.importLinesMax else {
            throw Problem(
                .bodyTooLarge,
                "the body has more than \(GatewayLimits.importLinesMax) lines; send them in parts")
        }
        var problems: [InstallationImportResource.LineProblem] = []
        var read: [ReadLine] = []
        var declared: [String: [String: AttributeKind]] = [:]
        var zones: Set<String> = []
        for (index, bytes) in written {
            do {
                let line = try InstallationLine(reading: Array(bytes))
                // Reading a time zone takes longer than reading the line.
                let zone = line.request.timeZone
                let isKnown = zone.map(zones.contains) == true
                try Self.check(installationID: line.id, timeZone: isKnown ? nil : zone)
                if let zone { zones.insert(zone) }
                try limit.check(line.request.app)
                var registration = try registration(id: line.id, line.request)
                registration.tags = line.tags
                if !line.attributes.values.isEmpty {
                    let app = line.request.app
                    if declared[app] == nil { declared[app] = try await self.declared(by: app) }
                    registration.attributes = try Self.checked(
                        line.attributes, declared[app, default: [:]], app: app)
                }
                read.append(ReadLine(line: index + 1, registration: registration))
            } catch let error as Problem {
                problems.append(.init(line: index + 1, detail: error.detail))
            }
        }
        let outcomes = try await outcomes(read.map(\.registration), isDryRun: isDryRun)
        for (one, outcome) in zip(read, outcomes) {
            guard let detail = Self.problem(outcome, of: one.registration) else { continue }
            problems.append(.init(line: one.line, detail: detail))
        }
        return InstallationImportResource(
            registered: written.count - problems.count,
            problems: problems.sorted { $0.line < $1.line })
    }

    /// Registers installations, or, for a dry run, returns the outcomes that can be predicted
    /// without registering them.
    private func outcomes(
        _ registrations: [Registration], isDryRun: Bool
    ) async throws -> [ImportOutcome] {
        let bundleIDs = Set(registrations.map(\.bundleID))
        guard isDryRun else {
            try await createMissingApps(bundleIDs)
            defer { worker.wake() }
            return try await store.register(registrations, now: time.now)
        }
        var known: Set<String> = []
        for bundleID in bundleIDs {
            let isKnown = try await store.app(bundleID: bundleID) != nil
            if isKnown || credentialOfNewApps != nil { known.insert(bundleID) }
        }
        return registrations.map { known.contains($0.bundleID) ? .registered : .appNotFound }
    }

    /// Returns what is wrong with a line and what to do; `nil` if it was imported.
    private static func problem(
        _ outcome: ImportOutcome, of registration: Registration
    ) -> String? {
        switch outcome {
        case .registered: nil
        case .appNotFound: Problem.appNotFound(registration.bundleID).detail
        case .otherApp: Problem.installationOfOtherApp.detail
        case .userErased:
            "the user was erased for good, so imports of the user are refused; leave the line out"
        case .tooManyTags: Problem.tooManyTags.detail
        }
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
