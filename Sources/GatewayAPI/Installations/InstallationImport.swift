// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One line of an import of installations: the body of `PUT /v1/installations/{installation_id}`,
/// with the additional keys `id` (the identifier), `tags` and `attributes`.
public struct InstallationLine: Hashable, Sendable {
    /// The installation's identifier.
    public var id: String
    public var request: InstallationRequest
    /// The tags to add.
    public var tags: [String]
    /// The attributes to change.
    public var attributes: AttributeChanges

    public init(
        id: String, request: InstallationRequest, tags: [String] = [],
        attributes: AttributeChanges = .init()
    ) {
        self.id = id
        self.request = request
        self.tags = tags
        self.attributes = attributes
    }

    /// Reads a line.
    ///
    /// - Throws: `Problem` if the line is not such an object.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["id", "tags", "attributes"] + InstallationRequest.keys,
            example:
                #"{"id":"…","app":"com.example.app","token":"…","environment":"sandbox"}"#)
        id = try reader.required("id", reader.name("id"))
        request = try InstallationRequest(reader)
        tags = try Self.tags(reader)
        attributes = AttributeChanges()
        if let node = reader.node("attributes") {
            attributes = try AttributeChanges(node, source: bytes, place: "attributes")
        }
    }

    private static func tags(_ reader: FormReader) throws(Problem) -> [String] {
        guard let values = try reader.value("tags", "a list of texts", \.arrayValue) else {
            return []
        }
        var tags: [String] = []
        for value in values {
            guard let tag = value.stringValue else {
                throw reader.bad("tags", "contains \(value.typeName); send a list of texts")
            }
            if let fault = TagRule.fault(in: tag) {
                throw reader.bad("tags", "contains a tag that \(fault)")
            }
            tags.append(tag)
        }
        guard tags.count <= GatewayLimits.tagsPerInstallationMax else {
            throw reader.bad(
                "tags",
                "has \(tags.count) tags; send at most \(GatewayLimits.tagsPerInstallationMax)")
        }
        return tags
    }
}

/// The response to `POST /v1/installations`, an import of installations.
public struct InstallationImportResource: Hashable, Sendable, Codable {
    /// A line that was not imported.
    public struct LineProblem: Hashable, Sendable, Codable {
        /// The number of the line in the body, from 1.
        public var line: Int
        /// A description of the problem in the line, and what to do about it.
        public var detail: String

        public init(line: Int, detail: String) {
            self.line = line
            self.detail = detail
        }
    }

    /// The number of lines that were imported.
    public var registered: Int
    /// The lines that were not imported, in order.
    public var problems: [LineProblem]

    public init(registered: Int, problems: [LineProblem]) {
        self.registered = registered
        self.problems = problems
    }
}
