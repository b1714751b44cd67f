// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// All installations of an app, as lines that an import accepts, with complete device tokens.
///
/// An installation has a line for each of its tokens, except tokens of Live Activities, which are
/// short-lived. An installation without a usable token is left out.
struct InstallationExport: Sendable {
    /// A line, with the members of ``GatewayAPI/InstallationLine``.
    private struct Line: Encodable {
        let id: String
        let request: InstallationRequest
        let tags: [String]?
        let attributes: [String: AttributeValue]?

        private enum CodingKeys: String, CodingKey {
            case id, tags, attributes
        }

        func encode(to encoder: any Encoder) throws {
            try request.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encodeIfPresent(tags, forKey: .tags)
            try container.encodeIfPresent(attributes, forKey: .attributes)
        }
    }

    /// The maximum number of installations that are read at once.
    private static let pageMax = 500

    private let store: SQLStore
    private let app: Int64
    private let start: Int64

    fileprivate init(store: SQLStore, app: Int64, start: Int64) {
        self.store = store
        self.app = app
        self.start = start
    }

    /// Writes each page of lines as soon as it is read, in the order in which installations were
    /// created.
    func write(_ sink: ([UInt8]) async throws -> Void) async throws {
        var after = start
        while true {
            let (lines, last) = try await page(after: after)
            if !lines.isEmpty { try await sink(lines) }
            guard let last else { return }
            after = last
        }
    }

    private func page(after: Int64) async throws -> (lines: [UInt8], last: Int64?) {
        try await store.read { [app] db in
            let numbers: [Int64] = try await db.rows(
                """
                SELECT no FROM installation WHERE app = \(app) AND no > \(after)
                ORDER BY no LIMIT \(Self.pageMax)
                """
            ).firstColumn()
            guard let last = numbers.last else { return ([], nil) }
            let found = try await SQLInstallations.installations(
                db, SQLInstallations.select + " WHERE i.no \(in: numbers) ORDER BY i.no")
            let facts = try await SQLFacts.facts(db, of: found.map(\.id))
            var lines: [UInt8] = []
            for installation in found {
                for line in Self.lines(of: installation, facts[installation.id]) {
                    lines += try GatewayJSON.encodeLine(line)
                }
            }
            return (lines, last)
        }
    }

    private static func lines(
        of installation: StoredInstallation, _ facts: SQLFacts.Facts?
    ) -> [Line] {
        let families: Set<TokenFamily> = [.liveActivity, .liveActivityStart]
        return installation.tokens.filter { token in
            token.state.isUsable && !families.contains(token.name.family)
        }.map { token in
            var request = InstallationRequest(
                app: installation.bundleID, token: token.foreign == nil ? token.token : nil,
                environment: token.environment, user: installation.user,
                locale: installation.locale, timeZone: installation.timeZone,
                systemVersion: installation.systemVersion,
                appVersion: installation.appVersion, family: token.name.family)
            if let address = token.foreign { request.set(address) }
            return Line(
                id: installation.id, request: request,
                tags: facts.flatMap { $0.tags.isEmpty ? nil : $0.tags },
                attributes: facts.flatMap { facts in
                    facts.attributes.isEmpty
                        ? nil : facts.attributes.mapValues(AttributeValue.init)
                })
        }
    }
}

extension Gateway {
    /// Returns the export of an app's installations; its pages are read while it is written.
    ///
    /// - Parameter after: the identifier of the installation after which the export continues;
    ///   `nil` for the beginning.
    func exportInstallations(of bundleID: String, after: String?) async throws -> InstallationExport
    {
        let store = try requirePeople().store
        let (app, start) = try await store.read { db in
            let app = try await SQLApps.number(db, bundleID)
            guard let after else { return (app, 0 as Int64?) }
            return (app, try await SQLInstallations.number(db, after))
        }
        guard let app else { throw Problem.appNotFound(bundleID) }
        guard let start else {
            throw Problem(
                .installationNotFound,
                "the installation in \"after\" does not exist any more; take an earlier one, or "
                    + "begin again without \"after\"", keyPath: "after")
        }
        return InstallationExport(store: store, app: app, start: start)
    }
}
