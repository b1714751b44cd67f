// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The metrics of a gateway, one case each. The raw values are the stable names in `GET /metrics`.
enum GatewayMetric: String, CaseIterable, Sendable {
    case buildInfo = "bellhop_build_info"
    case ready = "bellhop_ready"
    case partReady = "bellhop_part_ready"
    case httpRequests = "bellhop_http_requests_total"
    case httpSeconds = "bellhop_http_request_seconds"
    case httpConnections = "bellhop_http_connections"
    case senderResponses = "bellhop_sender_responses_total"
    case senderSeconds = "bellhop_sender_request_seconds"
    case deliveries = "bellhop_deliveries_total"
    case retries = "bellhop_delivery_retries_total"
    case campaignOutcomes = "bellhop_campaign_outcomes_total"
    case campaigns = "bellhop_campaigns"
    case openUnits = "bellhop_campaign_units_open"
    case unsettled = "bellhop_campaign_unsettled"
    case webhookRequests = "bellhop_webhook_requests_total"
    case apnsResponses = "bellhop_apns_responses_total"
    case apnsSeconds = "bellhop_apns_request_seconds"
    case inFlight = "bellhop_in_flight"
    case queueDue = "bellhop_queue_due"
    case queueAge = "bellhop_queue_oldest_due_seconds"
    case credentialHeld = "bellhop_credential_held"
    case apnsFailing = "bellhop_apns_failing"
    case transactionSeconds = "bellhop_database_transaction_seconds"
    case transactions = "bellhop_database_transactions"
    case databaseErrors = "bellhop_database_errors_total"
    case certificateSeconds = "bellhop_certificate_expires_seconds"
    case receipts = "bellhop_receipts_total"
    case droppedSpans = "bellhop_trace_spans_dropped_total"
    case cpuSeconds = "process_cpu_seconds_total"
    case residentBytes = "process_resident_memory_bytes"
    case openDescriptors = "process_open_fds"
    case startTime = "process_start_time_seconds"

    /// The kind of a metric.
    enum Kind: String, Sendable {
        /// A number that only grows; it starts at 0 with the process.
        case counter
        case gauge
        /// Durations in seconds, counted in the buckets of ``Histogram/bounds``.
        case histogram
    }

    /// The description of one metric.
    struct Row: Sendable {
        let kind: Kind
        /// The names of the labels. Their values come from Bellhop's own tables and the names of
        /// apps, never from users or device tokens.
        let labels: [String]
        let help: String
    }

    var row: Row {
        switch self {
        case .buildInfo, .ready, .partReady, .httpRequests, .httpSeconds, .httpConnections,
            .senderResponses, .senderSeconds:
            serverRow
        case .deliveries, .retries, .campaignOutcomes, .campaigns, .openUnits, .unsettled,
            .webhookRequests:
            outcomeRow
        case .apnsResponses, .apnsSeconds, .inFlight, .queueDue, .queueAge, .credentialHeld,
            .apnsFailing:
            sendingRow
        default: machineRow
        }
    }

    private var serverRow: Row {
        switch self {
        case .buildInfo: .gauge("Always 1; the label is Bellhop's version.", "version")
        case .ready: .gauge("1 if GET /health/ready responds with 200, else 0.")
        case .partReady:
            .gauge("1 if a part of GET /health/ready is ok, else 0.", "part", "required")
        case .httpRequests:
            .counter("Requests to the gateway's API.", "route", "method", "status")
        case .httpSeconds:
            .histogram(
                "Time from receiving a request's headers to its response.", "route")
        case .senderResponses:
            .counter(
                "Responses to senders at the APNs endpoint; an accepted push has no reason.",
                "environment", "status", "reason")
        case .senderSeconds:
            .histogram(
                "Time from a complete request at the APNs endpoint to its response.",
                "environment")
        default: .gauge("Open connections of clients of the gateway's API.")
        }
    }

    private var outcomeRow: Row {
        switch self {
        case .deliveries:
            .counter("Deliveries of single messages that ended.", "app", "outcome", "reason")
        case .retries:
            .counter(
                "Failed attempts to send a single message that will be retried.", "app", "reason")
        case .campaignOutcomes:
            .counter(
                "Recipients of campaigns with a stored outcome; the outcome retrying is followed "
                    + "by another.",
                "app", "outcome", "reason")
        case .campaigns: .gauge("Campaigns that have not ended.", "state")
        case .webhookRequests:
            .counter("Completed requests that send events to webhooks.", "outcome")
        case .openUnits:
            .gauge("Unfinished units of campaigns, counted up to 10000.")
        default:
            .gauge("Notifications of campaigns that were sent and whose outcome is not stored yet.")
        }
    }

    private var sendingRow: Row {
        switch self {
        case .apnsResponses:
            .counter(
                "Requests to APNs that ended.", "app", "environment", "lane", "outcome", "reason")
        case .apnsSeconds:
            .histogram("Time from handing a request to the APNs client to its outcome.", "lane")
        case .inFlight: .gauge("Requests to APNs that have no outcome yet.", "lane")
        case .queueDue: .gauge("Deliveries that are due, counted up to 10000.", "lane")
        case .queueAge: .gauge("Time for which the oldest due delivery has been due.", "lane")
        case .credentialHeld:
            .gauge(
                "1 while APNs refuses the key of an app and its notifications wait.", "app",
                "environment")
        default: .gauge("1 while at least one app gets no responses from APNs, else 0.")
        }
    }

    private var machineRow: Row {
        switch self {
        case .transactionSeconds:
            .histogram("Time of a transaction, including its wait in the queue.", "kind")
        case .transactions: .gauge("Transactions that run or wait in the queue.", "kind")
        case .databaseErrors: .counter("Transactions that failed.", "kind", "error")
        case .certificateSeconds:
            .gauge("Time until the certificate of an app expires; negative afterwards.", "app")
        case .receipts:
            .counter(
                "Receipts of apps: stored, ignored, sampled (left out on purpose), or shed.",
                "app", "result")
        case .droppedSpans: .counter("Trace spans that ended but were not written.")
        case .cpuSeconds: .counter("User and system CPU time.")
        case .residentBytes: .gauge("Resident memory in bytes.")
        case .openDescriptors: .gauge("Open file descriptors.")
        default: .gauge("When the process started, in seconds since 1970.")
        }
    }
}

extension GatewayMetric.Row {
    fileprivate static func counter(_ help: String, _ labels: String...) -> GatewayMetric.Row {
        GatewayMetric.Row(kind: .counter, labels: labels, help: help)
    }

    fileprivate static func gauge(_ help: String, _ labels: String...) -> GatewayMetric.Row {
        GatewayMetric.Row(kind: .gauge, labels: labels, help: help)
    }

    fileprivate static func histogram(_ help: String, _ labels: String...) -> GatewayMetric.Row {
        GatewayMetric.Row(kind: .histogram, labels: labels, help: help)
    }
}
