// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything that is stored about a user of one app, as one JSON object that is written while the
/// data is read. Device tokens are shortened, unlike in an ``InstallationExport``.
struct UserExport: Sendable {
    private let gateway: Gateway
    private let pages: SQLUserExport
    private let app: String
    private let head: UserResource

    fileprivate init(
        gateway: Gateway, pages: SQLUserExport, app: String, head: UserResource
    ) {
        self.gateway = gateway
        self.pages = pages
        self.app = app
        self.head = head
    }

    /// Receives the next bytes of the object.
    typealias Sink = ([UInt8]) async throws -> Void

    /// Writes the object.
    func write(_ sink: Sink) async throws {
        try await sink(Array(#"{"user":"#.utf8) + Self.bytes(head.user))
        try await member("app", head.app, sink)
        try await member("exported_at", gateway.time.now, sink)
        try await member("aliases", head.aliases, sink)
        try await member("topics", head.topics, sink)
        if let firstSeen = head.firstSeen { try await member("first_seen", firstSeen, sink) }
        if let lastSeen = head.lastSeen { try await member("last_seen", lastSeen, sink) }
        var page: InstallationList?
        try await list("installations", sink) { () -> [InstallationResource]? in
            if let page, page.next == nil { return nil }
            let next = try await gateway.installations(
                user: head.user, app: app, after: page?.next,
                limit: GatewayLimits.pageEntriesDefault)
            page = next
            return next.installations
        }
        var decisions: ConsentList?
        try await list("decisions", sink) { () -> [ConsentResource]? in
            if let decisions, decisions.next == nil { return nil }
            let next = try await gateway.consents(
                ofUser: head.user, app: app, after: decisions?.next,
                limit: GatewayLimits.pageEntriesDefault)
            decisions = next
            return next.decisions
        }
        try await pagedList("messages", sink, pages.messages)
        try await pagedList("receipts", sink, pages.receipts)
        try await sink(Array("}\n".utf8))
    }

    private func member(
        _ name: String, _ value: some Encodable, _ sink: Sink
    ) async throws {
        try await sink(Array(#","\#(name)":"#.utf8) + Self.bytes(value))
    }

    /// Writes a list. The closure returns one page of the list at each call, and `nil` after the
    /// last page.
    private func list<Entry: Encodable>(
        _ name: String, _ sink: Sink, _ next: () async throws -> [Entry]?
    ) async throws {
        try await sink(Array(#","\#(name)":["#.utf8))
        var isFirst = true
        while let entries = try await next() {
            for entry in entries {
                try await sink((isFirst ? [] : [UInt8(ascii: ",")]) + Self.bytes(entry))
                isFirst = false
            }
        }
        try await sink(Array("]".utf8))
    }

    private func pagedList<Entry: Encodable>(
        _ name: String, _ sink: Sink,
        _ read: (Int64) async throws -> (page: [Entry], next: Int64?)
    ) async throws {
        var after: Int64? = 0
        try await list(name, sink) { () -> [Entry]? in
            guard let start = after else { return nil }
            let (page, next) = try await read(start)
            after = next
            return page
        }
    }

    private static func bytes(_ value: some Encodable) throws -> [UInt8] {
        Array(try GatewayJSON.encode(value))
    }
}

extension Gateway {
    /// Returns the export of a user; its pages are read while it is written.
    func export(
        _ text: String, app: String?, within apps: AppLimit
    ) async throws -> UserExport {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        let head = try await self.user(user, app: app, limit: 1, within: apps)
        let store = try requirePeople().store
        guard let pages = try await SQLUserExport.find(user, app: app, in: store) else {
            throw Problem.appNotFound(app)
        }
        return UserExport(gateway: self, pages: pages, app: app, head: head)
    }
}
