// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The facts about Apple's public SDK, and the ledger of what is missing or different.
struct APIFacts: Decodable {
    struct Member: Decodable {
        let signature: String
        let raw: Int?
        let value: String?
    }

    struct Entry: Decodable {
        let type: String
        let kind: String
        let framework: String
        let members: [Member]
    }

    struct Ledger: Decodable {
        struct Line: Decodable {
            let symbol: String
            let why: String
        }

        let missing: [Line]
        let different: [Line]
    }

    let types: [Entry]

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Data")

    static func read() throws -> APIFacts {
        try JSONDecoder().decode(
            APIFacts.self,
            from: Data(contentsOf: folder.appending(path: "usernotifications-api.json")))
    }

    static func ledger() throws -> Ledger {
        try JSONDecoder().decode(
            Ledger.self, from: Data(contentsOf: folder.appending(path: "ledger.json")))
    }
}

extension APIFacts.Entry {
    /// The type's name without the category that the facts add in parentheses.
    var typeName: String { type.components(separatedBy: " (").first ?? type }
}
