// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A template, in the form in which a query names it: `NAME` for the newest version, or
/// `NAME@VERSION`.
public struct TemplateReference: Hashable, Sendable, CustomStringConvertible {
    public var name: String
    /// The version; `nil` for the newest.
    public var version: Int?

    public init(name: String, version: Int? = nil) {
        self.name = name
        self.version = version
    }

    /// Reads a reference.
    ///
    /// - Throws: ``/APNSWire/Problem`` if the name or the version is invalid.
    public init(_ text: String) throws(Problem) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        if let fault = Self.fault(inName: name) {
            throw Problem(.badValue, "the template's name \(fault)", keyPath: "template")
        }
        guard parts.count > 1 else { return }
        guard let number = Int(parts[1]), number > 0 else {
            throw Problem(
                .badValue,
                "\"template\" has no valid version after @; send a number such as \(name)@3, or "
                    + "the name alone for the newest version",
                keyPath: "template")
        }
        version = number
    }

    public var description: String { name + (version.map { "@\($0)" } ?? "") }

    /// Returns why a name is not permitted for a template, as the end of a sentence; `nil` if it is
    /// permitted.
    public static func fault(inName name: String) -> String? {
        let isName = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
        }
        guard isName, (1...GatewayLimits.templateNameByteCountMax).contains(name.utf8.count) else {
            return "is invalid; use 1 to \(GatewayLimits.templateNameByteCountMax) letters, "
                + "digits, \"-\", \"_\" and \".\""
        }
        return nil
    }
}

/// The body of a message or campaign with a template, and of a preview.
public struct TemplateUse: Hashable, Sendable {
    /// Values for variables. They are the same for all recipients.
    public var variables: [String: JSONValue]
    /// The language; `nil` for the language of each recipient.
    public var locale: String?
    /// The version; only in a preview.
    public var version: Int?
    /// The bytes of a template that is not stored; only in a preview.
    public var template: [UInt8]?

    public init(variables: [String: JSONValue] = [:], locale: String? = nil) {
        self.variables = variables
        self.locale = locale
    }

    /// The place where a template is used.
    public enum Place: Sendable {
        case message, campaign, preview

        fileprivate var keys: [String] {
            switch self {
            case .message: ["variables", "locale"]
            case .campaign: ["variables"]
            case .preview: ["variables", "locale", "version", "template"]
            }
        }
    }

    /// Reads a body, which may be empty.
    public init(reading bytes: [UInt8], for place: Place) throws(Problem) {
        self.init()
        guard !bytes.isEmpty else { return }
        let reader = try FormReader(
            bytes, keys: place.keys, example: #"{"variables":{"name":"Alex"}}"#)
        for member in try reader.members("variables")?.members ?? [] {
            variables[member.key] = member.value
        }
        if place.keys.contains("locale") { locale = try reader.name("locale") }
        guard place.keys.contains("version") else { return }
        version = try reader.integer("version")
        guard let node = reader.node("template") else { return }
        guard node.members != nil else {
            throw reader.bad("template", "is \(node.value.typeName); send a template as an object")
        }
        // The blanks before the template keep its lines and columns the same as in the body.
        template =
            bytes[..<node.range.lowerBound].map { $0 == UInt8(ascii: "\n") ? $0 : 0x20 }
            + bytes[node.range]
    }

    /// The body of a request.
    public var encoded: [UInt8] {
        var object: JSONObject = [
            "variables": .object(
                JSONObject(
                    variables.sorted { $0.key < $1.key }.map {
                        .init(key: $0.key, value: $0.value)
                    }))
        ]
        if let locale { object["locale"] = .string(locale) }
        if let version { object["version"] = .number(JSONNumber(version)) }
        if let template, let node = try? JSONReader.read(template) {
            object["template"] = node.value
        }
        return JSONWriter.write(.object(object))
    }
}
