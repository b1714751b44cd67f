// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The limits of the control API: the maximum number of requests on a page, and the longest wait in
/// seconds.
private enum PageLimit {
    static let count = 1000
    static let wait = 30
}

extension ControlClient {
    /// Returns all matching requests. The function fetches them page by page.
    fileprivate func allRequests(_ query: RequestQuery) async throws -> [RequestReport] {
        var (query, found) = (query, [RequestReport]())
        query.limit = PageLimit.count
        query.wait = .zero
        while true {
            let page = try await requests(query)
            found += page.requests
            guard page.requests.count == PageLimit.count else { return found }
            query.after = page.next
        }
    }

    /// Waits until the given number of matching requests have arrived or the time has passed, and
    /// returns the matching requests that have arrived.
    fileprivate func requests(
        _ query: RequestQuery, waitingFor count: Int, seconds: Int
    ) async throws -> [RequestReport] {
        let end = TimeSource.system.uptime + .seconds(seconds)
        var (query, found) = (query, [RequestReport]())
        query.limit = PageLimit.count
        while true {
            let left = end - TimeSource.system.uptime
            query.count = min(max(1, count - found.count), PageLimit.count)
            query.wait = .seconds(min(max(0, left.components.seconds + 1), Int64(PageLimit.wait)))
            if left <= .zero { query.wait = .zero }
            let page = try await requests(query)
            found += page.requests
            query.after = page.next
            if found.count >= count || left <= .zero { return found }
        }
    }
}

extension SimulatorCommand {
    /// `bellhop apns log`: shows the requests that senders have sent.
    struct Log: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "log",
            abstract: "Show the requests of senders, oldest first.",
            discussion: """
                  bellhop apns log
                  bellhop apns log --follow --app com.example.shop
                  bellhop apns log --status 410 --format json
                """)

        @OptionGroup var simulator: ControlOptions
        @OptionGroup var filter: RequestOptions

        @Flag(help: "Also show the requests that arrive from now on, until Ctrl-C.")
        var follow = false

        @Option(help: "The output format: text, or json with one object on each line.")
        var format = OutputFormat.text

        func run() async throws {
            try await reportingFailures {
                var query = try filter.query()
                let client = try simulator.client
                try await callingSimulator {
                    for request in try await client.allRequests(query) {
                        try RequestText.show(request, format)
                        query.after = max(query.after, request.sequence)
                    }
                    query.wait = .seconds(PageLimit.wait)
                    query.limit = PageLimit.count
                    while follow {
                        let page = try await client.requests(query)
                        for request in page.requests { try RequestText.show(request, format) }
                        query.after = page.next
                    }
                }
            }
        }
    }

    /// `bellhop apns wait`: waits until requests have arrived.
    struct Wait: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wait",
            abstract: "Wait until a number of requests have arrived.",
            discussion: """
                The status is 1 if fewer requests arrive in time.

                  bellhop apns wait --count 3 --app com.example.shop
                  bellhop apns wait --count 1 --status 410 --timeout 5
                """)

        @OptionGroup var simulator: ControlOptions
        @OptionGroup var filter: RequestOptions

        @Option(help: "The number of requests to wait for, from 1.")
        var count = 1

        @Option(help: "The maximum time to wait, in seconds.")
        var timeout = 30

        @Option(help: "The output format: text, or json with one object on each line.")
        var format = OutputFormat.text

        func validate() throws {
            guard count >= 1, (0...86_400).contains(timeout) else {
                throw ValidationError("--count takes 1 or more, and --timeout 0 to 86400 seconds")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let query = try filter.query()
                let client = try simulator.client
                let found = try await callingSimulator {
                    try await client.requests(query, waitingFor: count, seconds: timeout)
                }
                for request in found { try RequestText.show(request, format) }
                guard found.count >= count else {
                    throw CommandFailure(
                        .no,
                        "\(found.count) of \(count) requests arrived within \(timeout) s; run "
                            + "\"bellhop apns log\" to see all of them")
                }
            }
        }
    }

    /// `bellhop apns assert`: checks which requests have arrived.
    struct Assert: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "assert",
            abstract: "Check how many requests have arrived; status 1 if the number is wrong.",
            discussion: """
                  bellhop apns assert --count 3 --app com.example.shop --status 200
                  bellhop apns assert --max 0 --reason BadDeviceToken
                """)

        @OptionGroup var simulator: ControlOptions
        @OptionGroup var filter: RequestOptions

        @Option(help: "The exact number of requests.")
        var count: Int?

        @Option(help: "The smallest allowed number of requests.")
        var min: Int?

        @Option(help: "The largest allowed number of requests.")
        var max: Int?

        @Option(help: "The output format: text or json.")
        var format = OutputFormat.text

        /// The maximum number of requests that are shown if the number of matching requests differs
        /// from the expected number.
        private static let shownCountMax = 20

        func validate() throws {
            guard count != nil || min != nil || max != nil else {
                throw ValidationError("give --count, --min or --max")
            }
            guard count == nil || (min == nil && max == nil) else {
                throw ValidationError("give either --count, or --min and --max")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let query = try filter.query()
                let client = try simulator.client
                let (found, all) = try await callingSimulator {
                    var everything = RequestQuery()
                    everything.after = query.after
                    return try await (
                        client.allRequests(query), client.allRequests(everything)
                    )
                }
                let low = count ?? min ?? 0
                let isRight = found.count >= low && found.count <= (count ?? max ?? .max)
                if format == .json {
                    let result: JSONObject = [
                        "passed": .bool(isRight),
                        "matching": .number(JSONNumber(found.count)),
                        "all": .number(JSONNumber(all.count)),
                    ]
                    Console.out(JSONWriter.text(.object(result)))
                } else if isRight {
                    Console.out("\(Self.matches(found.count)), as expected")
                }
                guard !isRight else { return }
                if format == .text { explain(found, all) }
                throw CommandFailure(
                    .no,
                    "\(Self.matches(found.count)), but \(expectation) expected; \(all.count) "
                        + "arrived in total")
            }
        }

        private static func matches(_ count: Int) -> String {
            count == 1 ? "1 request matches" : "\(count) requests match"
        }

        private var expectation: String {
            if let count { return count == 1 ? "1 is" : "\(count) are" }
            return [min.map { "at least \($0)" }, max.map { "at most \($0)" }]
                .compactMap { $0 }.joined(separator: " and ") + " are"
        }

        /// Prints the latest of the matching requests or, if no request matches, the latest of all
        /// requests.
        private func explain(_ found: [RequestReport], _ all: [RequestReport]) {
            let shown = found.isEmpty ? all : found
            Console.note(found.isEmpty ? "the last requests:" : "the matching requests:")
            for request in shown.suffix(Self.shownCountMax) {
                Console.note("  " + RequestText.line(request))
            }
        }
    }

    /// `bellhop apns reset`: resets the simulator for the next test.
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Reset the simulator, or parts of it.",
            discussion: """
                  bellhop apns reset
                  bellhop apns reset log faults
                """)

        @Argument(
            help: ArgumentHelp(
                "The parts to reset: " + ResetPart.allCases.map(\.rawValue).joined(separator: ", ")
                    + ". Default: all."))
        var parts: [String] = []

        @OptionGroup var simulator: ControlOptions

        func run() async throws {
            try await reportingFailures {
                var chosen: Set<ResetPart> = []
                for word in parts where word != "all" {
                    guard let part = ResetPart(rawValue: word) else {
                        throw WorkFailure.unknownWord(
                            word, "part", among: ResetPart.allCases.map(\.rawValue) + ["all"])
                    }
                    chosen.insert(part)
                }
                if parts.isEmpty || parts.contains("all") { chosen = Set(ResetPart.allCases) }
                let client = try simulator.client
                try await callingSimulator { try await client.reset(chosen) }
            }
        }
    }
}
