// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

/// The filter of a list of messages or deliveries, as the parameters of a URL query.
package struct ResultQuery: Sendable {
    /// The names and values of the parameters; a value of `nil` is left out.
    package var parameters: [(name: String, value: String?)]

    package init(_ parameters: [(name: String, value: String?)]) { self.parameters = parameters }

    var text: String {
        parameters.compactMap { name, value in
            value.map { "\(name)=\(PercentCoding.encode($0))" }
        }.joined(separator: "&")
    }
}

extension GatewayClient {
    /// Returns the newest messages that match a filter.
    ///
    /// - Parameter limit: the maximum number of messages. If a page contains fewer messages,
    ///   further pages are read.
    package func messages(_ query: ResultQuery, limit: Int) async throws -> [MessageSummary] {
        try await entries(limit: limit) { after, count in
            let list: MessageList = try await page("/v1/messages", query, after, count)
            return (list.messages, list.next)
        }
    }

    /// Returns the newest deliveries that match a filter.
    package func deliveries(_ query: ResultQuery, limit: Int) async throws -> [DeliveryResource] {
        try await entries(limit: limit) { after, count in
            let list: DeliveryList = try await page("/v1/deliveries", query, after, count)
            return (list.deliveries, list.next)
        }
    }

    /// Returns the newest events of an installation.
    package func history(
        ofInstallation id: String, limit: Int
    ) async throws -> [HistoryEntry] {
        let path = "/v1/installations/\(PercentCoding.encode(id))/history"
        return try await entries(limit: limit) { after, count in
            let list: InstallationHistory = try await page(path, ResultQuery([]), after, count)
            return (list.events, list.next)
        }
    }

    /// Passes the results of a campaign for each installation to a closure, page by page.
    package func campaignDeliveries(
        _ id: String, _ query: ResultQuery,
        _ body: ([CampaignDeliveryResource]) async throws -> Void
    ) async throws {
        let path = "/v1/campaigns/\(PercentCoding.encode(id))/deliveries"
        var after: String?
        repeat {
            let list: CampaignDeliveryList = try await page(
                path, query, after, GatewayLimits.pageEntriesMax)
            try await body(list.deliveries)
            after = list.next
        } while after != nil
    }

    private func entries<Entry>(
        limit: Int, _ page: (String?, Int) async throws -> ([Entry], String?)
    ) async throws -> [Entry] {
        var entries: [Entry] = []
        var after: String?
        repeat {
            let count = min(limit - entries.count, GatewayLimits.pageEntriesMax)
            let (found, next) = try await page(after, count)
            entries += found
            after = next
        } while after != nil && entries.count < limit
        return entries
    }

    private func page<List: Decodable>(
        _ path: String, _ query: ResultQuery, _ after: String?, _ limit: Int
    ) async throws -> List {
        var all = query
        all.parameters += [("limit", String(limit)), ("after", after)]
        return try read(try await caller.call("GET", path + "?" + all.text))
    }
}

extension GatewayClient {
    /// Returns the report on a campaign; `nil` if its identifier is unknown to the gateway.
    package func campaignReport(_ id: String) async throws -> CampaignReport? {
        try await find("/v1/campaigns/\(PercentCoding.encode(id))/report")
    }

    /// Returns why tokens of an app are not used any more.
    ///
    /// - Parameter since: the time from which tokens are counted, as text; `nil` for the default.
    package func deadTokens(of app: String, since: String?) async throws -> DeadTokenReport {
        let query = ResultQuery([("since", since)]).text
        return try read(
            try await caller.call(
                "GET", "/v1/apps/\(PercentCoding.encode(app))/dead-tokens?\(query)"))
    }

    /// Returns what the gateway would have sent for an app in shadow mode.
    ///
    /// - Parameter since: the time from which notifications are counted, as text; `nil` for the
    ///   default.
    package func shadow(of app: String, since: String?) async throws -> ShadowReport {
        let query = ResultQuery([("since", since)]).text
        return try read(
            try await caller.call(
                "GET", "/v1/apps/\(PercentCoding.encode(app))/shadow?\(query)"))
    }

    /// Returns how many people were asked for permission in an app.
    package func permissionFunnel(of app: String) async throws -> PermissionFunnel {
        try read(
            try await caller.call(
                "GET", "/v1/apps/\(PercentCoding.encode(app))/permission-funnel"))
    }
}
