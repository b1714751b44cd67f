// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Compares the JSON of a request with the types of its fields, in the order of the text, as
/// Google's servers do before anything else.
///
/// The errors have the wording of Google's servers, as senders have reported it. The check accepts
/// everything that no source describes as an error: a value in place of a list with one value, a
/// Boolean as a string, enumerations in lower case, and `null` in `data`, which at least one sender
/// in production use sends with every message.
struct FCMFieldCheck {
    /// The maximum number of violations; the check ends when it is reached.
    static let violationCountMax = 100

    /// Where a value is: the path as the sender spelled it, and as Google's messages write it.
    struct Place {
        var shown: String
        var wire: String

        static let request = Place(shown: "", wire: "")
        static let message = Place(shown: "message", wire: "message")

        func member(_ key: String, _ wireKey: String) -> Place {
            Place(
                shown: shown.isEmpty ? key : "\(shown).\(key)",
                wire: wire.isEmpty ? wireKey : "\(wire).\(wireKey)")
        }

        func element(_ index: Int) -> Place {
            Place(shown: "\(shown)[\(index)]", wire: "\(wire)[\(index)]")
        }
    }

    private(set) var found: [FCMViolation] = []

    /// Checks all members of an object.
    mutating func check(_ object: JSONObject, _ type: FCMObjectType, at place: Place) {
        for member in object.members where found.count < Self.violationCountMax {
            guard let field = type.field(member.key) else {
                addUnknown(member.key, type, at: place)
                continue
            }
            check(
                member.value, field.kind, at: place.member(member.key, field.name),
                named: field.name, in: place)
        }
    }

    private mutating func addUnknown(_ key: String, _ type: FCMObjectType, at place: Place) {
        let suggestion = FCMSuggestion(unknown: key, type)
        let owner = place.shown == "message" ? "a message" : place.shown
        add(
            place.member(key, key),
            "is not a field of \(owner.isEmpty ? "a request" : owner); \(suggestion.text)",
            .field, reply: Self.unknownName(key, in: place, "Cannot find field."), at: place.wire)
        found[found.count - 1].spelling = suggestion.spelling
    }

    private mutating func check(
        _ value: JSONValue, _ kind: FCMField.Kind, at place: Place, named name: String,
        in parent: Place
    ) {
        switch (kind, value) {
        case (_, .null): return
        case (.list(let element), .array(let items)):
            for (index, item) in items.enumerated() where found.count < Self.violationCountMax {
                check(item, element, at: place.element(index), named: name, in: parent)
            }
        case (.list(let element), _):
            check(value, element, at: place, named: name, in: parent)
        case (.strings, .object(let members)): checkStrings(members, at: place)
        case (.strings, _):
            let isList = value.arrayValue != nil
            add(
                place, "is \(value.typeName), but must be an object of strings", .data,
                reply: "Invalid value at '\(parent.wire)' (Map), "
                    + (isList
                        ? "Cannot bind a list to map for field '\(name)'."
                        : JSONWriter.text(value)),
                at: parent.wire)
        case (.object(let type), .object(let members)): check(members, type, at: place)
        case (.anyObject, .object): return
        case (_, .array):
            add(
                place, "is an array; write \(kind.expectation)", .value,
                reply: Self.unknownName(
                    name, in: parent, "Proto field is not repeating, cannot start list."),
                at: parent.wire)
        case (_, .object):
            add(
                place, "is an object; write \(kind.expectation)", .value,
                reply: "Invalid value at '\(parent.wire)' (\(name)), "
                    + "Starting an object on a scalar field", at: parent.wire)
        default: checkScalar(value, kind, at: place, named: name)
        }
    }

    private mutating func checkScalar(
        _ value: JSONValue, _ kind: FCMField.Kind, at place: Place, named name: String
    ) {
        guard !kind.accepts(value) else { return }
        let problem: String
        switch (kind, value) {
        case (.duration, _), (.timestamp, _), (.word, _): problem = "must be \(kind.expectation)"
        default: problem = "is \(value.typeName); write \(kind.expectation)"
        }
        let detail =
            switch kind {
            case .duration: "Field '\(name)', Illegal duration format"
            case .timestamp: "Field '\(name)', Illegal timestamp format"
            default: JSONWriter.text(value)
            }
        add(
            place, problem, .value,
            reply: "Invalid value at '\(place.wire)' (\(kind.wireName)), \(detail)")
    }

    private mutating func checkStrings(_ members: JSONObject, at place: Place) {
        let isData = place.wire.hasSuffix("data")
        for (index, member) in members.members.enumerated()
        where member.value.stringValue == nil && member.value != .null
            && found.count < Self.violationCountMax
        {
            let noun = isData ? "data can contain only strings" : "headers must be strings"
            let wire = "\(place.wire)[\(index)].value"
            let isNested = member.value.objectValue != nil || member.value.arrayValue != nil
            add(
                place.member(member.key, "[\(index)].value"),
                "is \(member.value.typeName); \(noun), so write it in quotation marks",
                isData ? .data : .value,
                reply: isNested
                    ? "Invalid value at '\(place.wire)[\(index)]' (value), "
                        + "Starting an object on a scalar field"
                    : "Invalid value at '\(wire)' (TYPE_STRING), \(JSONWriter.text(member.value))",
                at: wire)
        }
    }

    private mutating func add(
        _ place: Place, _ text: String, _ kind: FCMViolation.Kind, reply: String,
        at wire: String? = nil
    ) {
        var violation = FCMViolation(place.shown, text, kind: kind)
        violation.reply = FCMViolation.Reply(field: wire ?? place.wire, text: reply)
        found.append(violation)
    }

    private static func unknownName(_ name: String, in place: Place, _ text: String) -> String {
        #"Invalid JSON payload received. Unknown name "\#(name)""#
            + (place.wire.isEmpty ? "" : " at '\(place.wire)'") + ": " + text
    }
}
