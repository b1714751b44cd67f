// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

/// The format in which a list is returned.
enum ExportFormat: String, CaseIterable, Sendable {
    /// One page as a JSON object.
    case json
    /// All entries, a JSON object in each line.
    case jsonLines = "jsonl"
    /// All entries as comma-separated values (RFC 4180), with a line of names.
    case csv

    /// The media type without parameters.
    var mediaType: String {
        switch self {
        case .json: "application/json"
        case .jsonLines: "application/x-ndjson"
        case .csv: "text/csv"
        }
    }

    var contentType: String {
        switch self {
        case .json: mediaType + "; charset=utf-8"
        case .jsonLines: mediaType
        case .csv: mediaType + "; charset=utf-8; header=present"
        }
    }
}
