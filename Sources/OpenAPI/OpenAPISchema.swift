// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// Makes JSON Schemas (2020-12) for an OpenAPI document.
package enum OpenAPISchema {
    package static let string: JSONValue = ["type": "string"]
    package static let boolean: JSONValue = ["type": "boolean"]
    package static let integer: JSONValue = ["type": "integer"]
    package static let anyObject: JSONValue = ["type": "object"]
    package static let anything: JSONValue = [:]
    package static let time: JSONValue = ["type": "string", "format": "date-time"]
    package static let uuid: JSONValue = ["type": "string", "format": "uuid"]

    package static func integer(_ bounds: ClosedRange<Int>) -> JSONValue {
        [
            "type": "integer", "minimum": .number(JSONNumber(bounds.lowerBound)),
            "maximum": .number(JSONNumber(bounds.upperBound)),
        ]
    }

    package static func number(_ bounds: ClosedRange<Int>) -> JSONValue {
        [
            "type": "number", "minimum": .number(JSONNumber(bounds.lowerBound)),
            "maximum": .number(JSONNumber(bounds.upperBound)),
        ]
    }

    package static func text(_ byteCount: ClosedRange<Int>) -> JSONValue {
        [
            "type": "string", "minLength": .number(JSONNumber(byteCount.lowerBound)),
            "maxLength": .number(JSONNumber(byteCount.upperBound)),
        ]
    }

    package static func matching(_ pattern: String) -> JSONValue {
        ["type": "string", "pattern": .string(pattern)]
    }

    package static func names(_ names: [String]) -> JSONValue {
        ["type": "string", "enum": .array(names.map(JSONValue.string))]
    }

    package static func names<Value>(_ type: Value.Type) -> JSONValue
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        names(Value.allCases.map(\.rawValue))
    }

    package static func list(of element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    package static func reference(_ name: String) -> JSONValue {
        .object(["$ref": .string("#/components/schemas/\(name)")])
    }

    /// Returns the schema for the body of a request. An optional property may be null.
    package static func order(
        _ properties: KeyValuePairs<String, JSONValue>, isClosed: Bool = false
    ) -> JSONValue {
        object(properties, isClosed: isClosed, acceptsNull: true)
    }

    /// Returns the schema for an object. A property whose name ends with a question mark is
    /// optional.
    package static func object(
        _ properties: KeyValuePairs<String, JSONValue>, isClosed: Bool = false,
        acceptsNull: Bool = false
    ) -> JSONValue {
        var members: JSONObject = [:]
        var required: [JSONValue] = []
        for (name, schema) in properties {
            if name.hasSuffix("?") {
                members[String(name.dropLast())] =
                    acceptsNull ? ["anyOf": [schema, ["type": "null"]]] : schema
            } else {
                members[name] = schema
                required.append(.string(name))
            }
        }
        var object: JSONObject = ["type": "object", "properties": .object(members)]
        if !required.isEmpty { object["required"] = .array(required) }
        if isClosed { object["additionalProperties"] = false }
        return .object(object)
    }
}
