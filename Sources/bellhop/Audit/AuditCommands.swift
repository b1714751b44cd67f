// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop audit`: shows and verifies the audit log of a running gateway.
struct AuditCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show who changed what in a running gateway, and verify the log.",
        discussion: """
              bellhop audit list --app com.example.app
              bellhop audit list --action 'DELETE /v1/keys/{id}'
              bellhop audit verify
            """,
        subcommands: [List.self, Verify.self])

    /// `bellhop audit list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the newest entries of the audit log.",
            discussion: """
                  bellhop audit list --key 7Xk2mQ9a --limit 20

                An entry has digests of the object's values before and after the change: if \
                they are equal, nothing has changed.
                """)

        @Option(help: "Only entries about the app with this bundle identifier.")
        var app: String?
        @Option(help: "Only entries of the API key with this identifier.")
        var key: String?
        @Option(help: "Only entries with this action, such as 'DELETE /v1/keys/{id}'.")
        var action: String?
        @Option(help: "The maximum number of entries: 1 to 1000.") var limit = 100
        @Option(help: "The position after which the list begins, as given by the previous page.")
        var after: String?
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func validate() throws {
            guard (1...GatewayLimits.pageEntriesMax).contains(limit) else {
                throw ValidationError("--limit takes 1 to \(GatewayLimits.pageEntriesMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let list = try await state.directory.runningGateway().audit(
                    app: app, key: key, action: action, after: after, limit: limit)
                if format == .json { return Console.out(try jsonText(list)) }
                for entry in list.entries { Console.out(entry.line) }
                if let next = list.next { Console.note("more with: --after \(next)") }
            }
        }
    }

    /// `bellhop audit verify`.
    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify",
            abstract: "Verify that no entry of the audit log was changed, inserted or removed.",
            discussion: """
                  bellhop audit verify
                  bellhop audit verify --known 1207:HASH

                The command prints the number and the hash of the newest entry. Keep them in \
                another place: a person who can write to the database could replace the whole log, \
                and --known detects that. The exit status is 1 if the verification fails.
                """)

        @Option(
            help: ArgumentHelp(
                "An entry that was verified before, as NUMBER:HASH.", valueName: "entry"))
        var known: String?
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func validate() throws {
            guard let known, !AuditCheck.isEntryName(known) else { return }
            throw ValidationError(
                "--known takes NUMBER:HASH with all 64 hexadecimal digits of the hash, as bellhop "
                    + "audit verify prints it")
        }

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                var check = AuditCheck(known: known)
                var after: String?
                repeat {
                    let page = try await client.audit(
                        after: after, limit: GatewayLimits.pageEntriesMax)
                    for entry in page.entries { check.add(entry) }
                    after = page.next
                } while after != nil
                let report = check.report
                if format == .json {
                    Console.out(try jsonText(report))
                } else if let fault = report.fault {
                    Console.out("verification failed: \(fault)")
                } else {
                    Console.out(
                        "verified: \(LoadReport.plural(report.entries, "entry", "entries"))"
                            + (report.newest.map { ", the newest is \($0)" } ?? ""))
                }
                if report.fault != nil { throw ExitCode(1) }
            }
        }
    }
}

/// Verifies the audit log. The caller adds the entries from the newest to the oldest.
struct AuditCheck {
    /// The result of the verification.
    struct Report: Encodable {
        var entries = 0
        /// The number and the hash of the newest entry.
        var newest: String?
        /// The problem in the log; `nil` if there is none.
        var fault: String?
    }

    private let known: String?
    private var isKnownFound = false
    private var newer: AuditEntry?
    private var result = Report()

    /// - Parameter known: the number and the hash of an entry that was verified earlier.
    init(known: String?) { self.known = known?.lowercased() }

    /// Returns whether a text has the form of a number and a hash, as ``add(_:)`` compares them.
    static func isEntryName(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int64(parts[0]) else { return false }
        return number > 0 && String(number) == parts[0] && Hex.decode(parts[1])?.count == 32
    }

    mutating func add(_ entry: AuditEntry) {
        let name = "\(entry.number):\(entry.hash)"
        result.entries += 1
        if result.newest == nil { result.newest = name }
        if name == known { isKnownFound = true }
        let fault =
            newer.map { AuditChain.fault(in: $0, after: entry) } ?? nil
        if result.fault == nil { result.fault = fault }
        newer = entry
    }

    var report: Report {
        var report = result
        if report.fault == nil, let newer { report.fault = AuditChain.fault(in: newer, after: nil) }
        if report.fault == nil, known != nil, !isKnownFound {
            report.fault = "the known entry is not in the log; it was changed or is too old"
        }
        return report
    }
}

extension AuditEntry {
    /// A description of the entry in one line.
    fileprivate var line: String {
        let what = object.map { " \($0.printable)" } ?? ""
        let change =
            switch (before, after) {
            case (nil, nil): ""
            case (nil, _): ", created"
            case (_, nil): ", deleted"
            default: before == after ? ", unchanged" : ", changed"
            }
        let whence = address.map { " from \($0.printable)" } ?? ""
        return "\(number)  \(GatewayJSON.text(of: at))  \(key.printable)  \(action.printable)"
            + "\(what)\(change)\(whence)"
    }
}
