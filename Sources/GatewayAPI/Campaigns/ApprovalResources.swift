// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /v1/campaigns/{id}/approve`.
public struct ApprovalRequest: Hashable, Sendable {
    /// The hash of what is approved, from ``CampaignApproval/hash``.
    public var hash: String

    public init(hash: String) { self.hash = hash }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["hash"], example: #"{"hash":"3f9a…"}"#)
        hash = try reader.required("hash", reader.name("hash"))
    }

    /// The body of a request.
    public var encoded: [UInt8] { JSONWriter.write(.object(["hash": .string(hash)])) }
}

/// The body of `POST /v1/campaigns/{id}/refuse`.
public struct RefusalRequest: Hashable, Sendable {
    /// The hash of what is refused, from ``CampaignApproval/hash``.
    public var hash: String
    /// A note for the author of the campaign, of at most ``GatewayLimits/refusalNoteByteCountMax``
    /// bytes; `nil` for no note.
    public var note: String?

    public init(hash: String, note: String? = nil) {
        self.hash = hash
        self.note = note
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["hash", "note"], example: #"{"hash":"3f9a…","note":"wrong link"}"#)
        hash = try reader.required("hash", reader.name("hash"))
        note = try reader.text("note")
        guard let note else { return }
        let sizes = 1...GatewayLimits.refusalNoteByteCountMax
        guard sizes.contains(note.utf8.count) else {
            throw reader.bad(
                "note",
                "has \(note.utf8.count) bytes; send 1 to \(sizes.upperBound), or leave it out"
            )
        }
        guard !note.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\n" }) else {
            throw reader.bad("note", "contains a control character; remove it")
        }
    }

    /// The body of a request.
    public var encoded: [UInt8] {
        var object: JSONObject = ["hash": .string(hash)]
        object["note"] = note.map { .string($0) }
        return JSONWriter.write(.object(object))
    }
}

/// The refusal of a campaign by a second person, until the campaign is changed or started.
public struct CampaignRefusal: Hashable, Sendable, Codable {
    /// The identifier of the API key that refused the campaign; for a member of the console,
    /// `member:` and the member's identifier.
    public var by: String?
    /// When the campaign was refused.
    public var at: Date
    /// The note for the author; `nil` for no note.
    public var note: String?

    public init(by: String?, at: Date, note: String? = nil) {
        self.by = by
        self.at = at
        self.note = note
    }
}

/// The approval of a campaign that reaches many devices.
public struct CampaignApproval: Hashable, Sendable, Codable {
    /// The SHA-256 hash of the rendered messages, the audience and the shares of the variants, in
    /// hexadecimal digits. An approval of a different hash is refused.
    public var hash: String
    /// The identifier of the API key that approved the campaign; `nil` before the approval.
    public var by: String?
    /// When the campaign was approved; `nil` before the approval.
    public var at: Date?
    /// The identifiers of the API keys that have written or started the campaign, and so cannot
    /// approve it; for a member of the console, `member:` and the member's identifier. `nil` if the
    /// gateway does not know them.
    public var authors: [String]?

    public init(hash: String, by: String?, at: Date?, authors: [String]? = nil) {
        self.hash = hash
        self.by = by
        self.at = at
        self.authors = authors
    }
}

/// The body of `POST /v1/campaigns/{id}/start`, which may be empty.
public struct CampaignStartRequest: Hashable, Sendable {
    /// The number of devices that the campaign is expected to reach; `nil` for the draft's number.
    public var confirmDevices: Int?

    public init(confirmDevices: Int? = nil) { self.confirmDevices = confirmDevices }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        self.init()
        guard !bytes.isEmpty else { return }
        let reader = try FormReader(
            bytes, keys: ["confirm_devices"], example: #"{"confirm_devices":12000}"#)
        confirmDevices = try reader.deviceCount("confirm_devices")
    }

    /// The body of a request; `nil` if it is empty.
    public var encoded: [UInt8]? {
        confirmDevices.map {
            JSONWriter.write(.object(["confirm_devices": .number(JSONNumber($0))]))
        }
    }
}

extension FormReader {
    /// Returns the value of a key as a number of devices; `nil` if the key is absent.
    func deviceCount(_ key: String) throws(Problem) -> Int? {
        guard let number = try integer(key) else { return nil }
        guard (0...GatewayLimits.devicesMax).contains(number) else {
            throw bad(key, "is out of range; send 0 to \(GatewayLimits.devicesMax)")
        }
        return number
    }
}
