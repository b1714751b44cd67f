// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The value of an installation's attribute in JSON. A date is a text such as `2026-01-31` or
/// `2026-01-31T10:00:00Z`.
public enum AttributeValue: Hashable, Sendable, Codable {
    case text(String)
    case number(Double)
    case flag(Bool)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}

/// The body of `PUT /v1/installations/{installation_id}/attributes`: the attributes to change.
public struct AttributeChanges: Hashable, Sendable {
    /// The new values by the attributes' names; `nil` removes the value.
    public var values: [String: AttributeValue?]

    public init(values: [String: AttributeValue?] = [:]) { self.values = values }

    /// Reads the changes from a JSON body, such as `{"plan":"pro","age":null}`.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let node: JSONNode
        do {
            node = try JSONReader.read(
                bytes,
                limits: .init(
                    depthMax: GatewayLimits.jsonDepthMax,
                    byteCountMax: GatewayLimits.bodyByteCountMax))
        } catch {
            throw Problem(error)
        }
        try self.init(node, source: bytes, place: nil)
    }

    /// - Parameter place: the object's key in the body; `nil` if it is the body itself.
    init(_ node: JSONNode, source: [UInt8], place: String?) throws(Problem) {
        func problem(_ node: JSONNode, _ key: String?, _ detail: String) -> Problem {
            let path = [place, key].compactMap { $0 }.joined(separator: ".")
            return Problem(
                .badValue, (path.isEmpty ? "the body" : "\"\(path)\"") + " " + detail,
                at: SourcePosition(byteOffset: node.range.lowerBound, in: source),
                keyPath: path.isEmpty ? nil : path)
        }
        guard let members = node.members else {
            throw problem(
                node, nil, "is \(node.value.typeName); send an object such as {\"plan\":\"pro\"}")
        }
        values = [:]
        for member in members {
            guard NameRule.fault(in: member.key) == nil, values[member.key] == nil else {
                throw problem(
                    member.value, nil,
                    "has an attribute whose name is invalid or occurs twice; send each name once")
            }
            let value: AttributeValue? =
                switch member.value.value {
                case .null: nil
                case .string(let text): .text(text)
                case .number(let number): .number(number.doubleValue)
                case .bool(let flag): .flag(flag)
                default:
                    throw problem(
                        member.value, member.key,
                        "is \(member.value.value.typeName); send a text, a number, true, false or "
                            + "null")
                }
            if case .text(let text) = value, let fault = NameRule.fault(in: text) {
                throw problem(member.value, member.key, fault)
            }
            values.updateValue(value, forKey: member.key)
        }
    }
}

/// The rule for tags of installations.
public enum TagRule {
    /// Returns a description of the problem with a tag, as the end of a sentence; `nil` if the tag
    /// is valid.
    public static func fault(in tag: String) -> String? {
        if let fault = NameRule.fault(in: tag) { return fault }
        guard tag.utf8.count > GatewayLimits.tagByteCountMax else { return nil }
        return "has \(tag.utf8.count) bytes; use at most \(GatewayLimits.tagByteCountMax)"
    }
}
